import { useQuery } from '@tanstack/react-query';
import { formatDateTime, useTranslation } from 'ui-kit';
import { useAuditText } from '../../audit/use-audit-text';
import { type CaseEvent, historyQuery } from '../api/cases';
import styles from './case-history.module.css';

/** Who was notified of a case, read it, took it and closed it, the newest first. */
export function CaseHistory({ id }: { id: string }) {
  const { t, i18n } = useTranslation('staff');
  const { data: events = [] } = useQuery(historyQuery(id));
  const actText = useAuditText('acts');
  if (events.length === 0) return null;
  const textOf = ({ act, step, to, outcome }: CaseEvent) => {
    if (outcome !== null) return `${actText(act)}: ${t(`safeguarding.outcomes.${outcome}`)}`;
    if (act === 'notify') return t('colleagues.history.notified', { step: (step ?? 0) + 1 });
    if (act !== 'assign_case') return actText(act);
    return to === null ? t('colleagues.history.left') : t('colleagues.history.given', { name: to.name });
  };
  return (
    <details className={styles.history}>
      <summary>{t('colleagues.history.title')}</summary>
      <ol className={styles.events}>
        {events.map((event) => (
          <li key={`${event.at} ${event.act} ${event.person.id ?? ''}`}>
            <time dateTime={event.at}>{formatDateTime(event.at, i18n.language)}</time>
            <span>
              <bdi>{event.person.name || t('safeguarding.deletedAccount')}</bdi> · {textOf(event)}
            </span>
            {event.sha256 !== null && (
              <code className={styles.hash} dir="ltr">
                SHA-256 {event.sha256}
              </code>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
