import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { type Profile, useTranslation } from 'ui-kit';
import styles from './team-link.module.css';

interface TeamLinkProps {
  role: Profile['role'];
  /** Within a sentence it is a link, and elsewhere a button. */
  isInline?: boolean;
}

/** The way to the conversation with the programme team; nothing for staff, who are the team. */
export function TeamLink({ role, isInline = false }: TeamLinkProps) {
  const { t } = useTranslation('app');
  if (role === 'Staff') return null;
  if (isInline) {
    return (
      <Link className={styles.inline} to="/team">
        {t('team.write')}
      </Link>
    );
  }
  return (
    <Button component={Link} to="/team" variant="default" className={styles.button ?? ''}>
      {t('team.write')}
    </Button>
  );
}
