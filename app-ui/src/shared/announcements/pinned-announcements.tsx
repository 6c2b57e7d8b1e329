import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { AnnouncementCard } from './announcement-card';
import { announcementsQuery } from './announcements';
import './texts';
import styles from './pinned-announcements.module.css';

interface PinnedAnnouncementsProps {
  /** Also what the person has read, below. */
  withRead?: boolean;
}

/** What the programme team announced and the person has not read. Nothing while there is none, or it cannot be loaded. */
export default function PinnedAnnouncements({ withRead = false }: PinnedAnnouncementsProps) {
  const { t, i18n } = useTranslation('announcements');
  const { data = [] } = useQuery(announcementsQuery(i18n.language));
  const unread = data.filter(({ isRead }) => !isRead);
  const read = withRead ? data.filter(({ isRead }) => isRead) : [];
  if (unread.length + read.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="announcements">
      <h2 className={styles.title} id="announcements">
        {t('announcements.title')}
      </h2>
      {unread.length > 0 && (
        <ul className={styles.list}>
          {unread.map((announcement) => (
            <AnnouncementCard key={announcement.id} announcement={announcement} />
          ))}
        </ul>
      )}
      {read.length > 0 && (
        <details className={styles.earlier} open={unread.length === 0 && read.length === 1}>
          <summary>{t('announcements.read')}</summary>
          <ul className={styles.list}>
            {read.map((announcement) => (
              <AnnouncementCard key={announcement.id} announcement={announcement} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
