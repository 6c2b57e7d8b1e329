import { Megaphone } from 'lucide-react';
import { Link } from 'react-router';
import { formatDateTime, useTranslation } from 'ui-kit';
import styles from './announcement-card.module.css';
import type { ListedAnnouncement } from './announcements';

/** An announcement in a list: its title leads to its page. */
export function AnnouncementCard({ announcement }: { announcement: ListedAnnouncement }) {
  const { t, i18n } = useTranslation('announcements');
  const { id, title, excerpt, language, sentAt, isEdited, isRead } = announcement;
  return (
    <li className={styles.card} data-read={isRead}>
      <Megaphone aria-hidden className={styles.icon} size={22} />
      <div className={styles.text}>
        <h3 className={styles.title} dir="auto" lang={language}>
          <Link to={`/announcements/${id}`}>{title}</Link>
        </h3>
        <p className={styles.excerpt} dir="auto" lang={language}>
          {excerpt}
        </p>
        <p className={styles.meta}>
          <time dateTime={sentAt}>{formatDateTime(sentAt, i18n.language)}</time>
          {isEdited && ` · ${t('announcements.edited')}`}
        </p>
      </div>
    </li>
  );
}
