import { queryOptions } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';

type Project = Pick<Schemas['Project'], 'key' | 'name' | 'emailDomains' | 'isDisabled'>;

/** A programme as it stands in the list to choose from. */
export interface ProgrammeOption {
  key: string;
  name: string;
  isDisabled: boolean;
}

export const projectsQuery = queryOptions({
  queryKey: ['project-list'],
  queryFn: ({ signal }) =>
    http<Schemas['ProjectList']>('api/v3/project-list/', { signal, anonymous: true }).then(({ data }) =>
      Object.values(data.projects),
    ),
});

/**
 * The programmes of which a mentee with this address may choose one: where some name the domain of the address, those
 * alone, else those that name none. The others stay in the list and cannot be chosen. The server decides alike.
 */
export function programmesFor(projects: readonly Project[], email: string): ProgrammeOption[] {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const names = ({ emailDomains }: Project) => emailDomains.some((one) => one.toLowerCase() === domain);
  const isAwaited = projects.some((project) => !project.isDisabled && names(project));
  const isFor = (project: Project) => (isAwaited ? names(project) : project.emailDomains.length === 0);
  return projects.map((project) => ({
    key: project.key,
    name: project.name,
    isDisabled: project.isDisabled || !isFor(project),
  }));
}
