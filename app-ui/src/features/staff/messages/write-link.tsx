import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import { staffAccessQuery } from '../api/staff';
import type { Template } from './templates';
import styles from './write-link.module.css';

interface WriteLinkProps {
  person: { id: string; name: string };
  /** The text to begin with. */
  template?: Template | undefined;
}

/** The way to the conversation with a person, for those who may answer people. */
export function WriteLink({ person: { id, name }, template }: WriteLinkProps) {
  const { t } = useTranslation('staff');
  const { data: access } = useQuery(staffAccessQuery);
  if (access?.permissions.includes('answer_messages') !== true) return null;
  const search = template === undefined ? '' : `?text=${template}`;
  return (
    <Link className={styles.link} to={`/staff/messages/${id}${search}`}>
      {t('messages.write')}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Link>
  );
}
