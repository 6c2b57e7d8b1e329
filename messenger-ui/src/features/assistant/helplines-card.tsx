import { useQuery } from '@tanstack/react-query';
import { HeartHandshake, X } from 'lucide-react';
import { useId } from 'react';
import { formatDate, formatTime, IconButton, useTranslation } from 'ui-kit';
import { crisisHoursQuery, helplinesQuery } from '../../api/helplines';
import { helplineFrom } from '../../model/message';
import styles from './crisis-card.module.css';
import { HelplineList } from './helpline-list';

/** Helplines below a message of the person that signals a crisis. Only they see it. */
export function HelplinesCard({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messenger');
  const titleId = useId();
  const { data: helplines = [] } = useQuery(helplinesQuery);
  return (
    <section className={styles.row} data-own aria-labelledby={titleId}>
      <div className={styles.card}>
        <header className={styles.head}>
          <h3 className={styles.title} id={titleId}>
            <HeartHandshake aria-hidden size={20} />
            {t('crisis.title')}
          </h3>
          <IconButton label={t('crisis.close')} size={32} onClick={onClose}>
            <X aria-hidden size={17} />
          </IconButton>
        </header>
        {helplines.length > 0 && <p className={styles.text}>{t('crisis.helplines')}</p>}
        <HelplineList helplines={helplines.map(helplineFrom)} />
        <p className={styles.text}>{t('crisis.team')}</p>
        <TeamReads />
      </div>
    </section>
  );
}

/** When someone of the team reads it, outside hours of duty. */
function TeamReads() {
  const { t, i18n } = useTranslation('messenger');
  const { data } = useQuery(crisisHoursQuery);
  const at = data?.readsAt ?? null;
  if (at === null) return null;
  const time = formatTime(at, i18n.language);
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const day = formatDate(at, i18n.language, 'weekday');
  return (
    <p className={styles.text}>
      {isToday ? t('crisis.readsToday', { time }) : t('crisis.reads', { day, time })}
    </p>
  );
}
