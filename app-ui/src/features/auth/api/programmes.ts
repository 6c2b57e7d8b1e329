import { queryOptions } from '@tanstack/react-query';
import { publicApi, type Schemas } from 'ui-kit';

type Project = Pick<Schemas['Project'], 'key' | 'name' | 'emailDomains' | 'isDisabled'>;

/** An entry of the programme list. */
export interface ProgrammeOption {
  key: string;
  name: string;
  isDisabled: boolean;
}

export const projectsQuery = queryOptions({
  queryKey: ['project-list'],
  queryFn: ({ signal }) =>
    publicApi.get('/api/v3/project-list/', { signal }).then(({ data }) => Object.values(data.projects)),
});

/**
 * Returns all programmes, and disables those that a mentee with this address cannot choose: if programmes name the
 * domain of the address, closed ones included, only those can be chosen, else only those without domains. The server
 * applies the same rule.
 */
export function programmeOptions(projects: readonly Project[], email: string): ProgrammeOption[] {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const names = ({ emailDomains }: Project) => emailDomains.some((one) => one.toLowerCase() === domain);
  const isAwaited = projects.some(names);
  const isFor = (project: Project) => (isAwaited ? names(project) : project.emailDomains.length === 0);
  return projects.map((project) => ({
    key: project.key,
    name: project.name,
    isDisabled: project.isDisabled || !isFor(project),
  }));
}
