import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { formatDateTime, HttpError, type Schemas, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { ANNOUNCEMENTS, announcementQuery, markRead } from '../../../shared/announcements/announcements';
import '../../../shared/announcements/texts';
import { NotFoundMessage } from '../../../shared/page/not-found-message';
import { TextBlocks } from '../../../shared/rich-text/rich-text';
import { TeamLink } from '../../../shared/team/team-link';
import styles from './announcement-page.module.css';

/** One announcement, which counts as read once it is shown, with the way to write to the team. */
export function Component() {
  const { t, i18n } = useTranslation('announcements');
  const { announcementId = '' } = useParams();
  const query = useQuery(announcementQuery(announcementId, i18n.language));
  const { error } = query;
  // A taken-back one disappears also where it is open.
  if (error instanceof HttpError && error.status === 410) return <TakenBack />;
  if (error instanceof HttpError && error.status === 404) return <NotFoundMessage />;
  return (
    <div className={styles.page}>
      <QueryState query={query}>{(announcement) => <Announcement announcement={announcement} />}</QueryState>
      <Link className={styles.back} to="/feed">
        {t('announcements.toFeed')}
      </Link>
    </div>
  );
}

function Announcement({ announcement }: { announcement: Schemas['AnnouncementResponse'] }) {
  const { t, i18n } = useTranslation('announcements');
  const { role } = useCurrentUser();
  const { id, title, blocks, language, sentAt, editedAt, isRead } = announcement;
  const queries = useQueryClient();
  useEffect(() => {
    if (isRead) return;
    // A failure is made good by the next visit.
    markRead(id).then(
      () => queries.invalidateQueries({ queryKey: ANNOUNCEMENTS }),
      () => undefined,
    );
  }, [id, isRead, queries]);
  return (
    <article className={styles.card}>
      <p className={styles.meta}>
        {t('announcements.from')}
        {' · '}
        <time dateTime={sentAt}>{formatDateTime(sentAt, i18n.language)}</time>
        {editedAt !== null && (
          <>
            {' · '}
            {t('announcements.editedAt', { time: formatDateTime(editedAt, i18n.language) })}
          </>
        )}
      </p>
      <h1 className={styles.title} dir="auto" lang={language}>
        {title}
      </h1>
      <div lang={language}>
        <TextBlocks blocks={blocks} />
      </div>
      <div className={styles.answer}>
        <p>{t('announcements.question')}</p>
        <TeamLink role={role} />
      </div>
    </article>
  );
}

function TakenBack() {
  const { t } = useTranslation('announcements');
  return (
    <div className={styles.page}>
      <div className={styles.card} role="status">
        <Undo2 aria-hidden size={28} />
        <h1 className={styles.title}>{t('announcements.takenBack')}</h1>
        <p>{t('announcements.takenBackText')}</p>
      </div>
      <Link className={styles.back} to="/feed">
        {t('announcements.toFeed')}
      </Link>
    </div>
  );
}
