import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Banner, useErrorText, useTranslation } from 'ui-kit';
import { type Announcement, announcementQuery } from '../announcement';
import styles from './announcement-editor.module.css';

interface ConflictProps {
  id: string;
  keepOwn: (stored: Announcement) => unknown;
  takeStored: (stored: Announcement) => unknown;
}

/** A colleague saved the announcement meanwhile: the author decides which version stays. */
export function Conflict({ id, keepOwn, takeStored }: ConflictProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const decision = useMutation({
    mutationFn: async (decide: ConflictProps['keepOwn']) =>
      decide(await queries.fetchQuery({ ...announcementQuery(id), staleTime: 0 })),
  });
  return (
    <Banner tone="warning" role="alert">
      <p>{t('announcements.conflict')}</p>
      {decision.error !== null && <p>{errorText(decision.error)}</p>}
      <div className={styles.buttons}>
        <Button
          variant="default"
          size="xs"
          disabled={decision.isPending}
          onClick={() => decision.mutate(keepOwn)}
        >
          {t('announcements.keepOwn')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={decision.isPending}
          onClick={() => decision.mutate(takeStored)}
        >
          {t('announcements.takeStored')}
        </Button>
      </div>
    </Banner>
  );
}
