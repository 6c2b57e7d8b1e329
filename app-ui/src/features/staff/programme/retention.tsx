import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import styles from './programme.module.css';
import { type Retention, retentionQuery } from './rules';

/** What the rule about people who left does: who is warned, who is kept and why, and what was done. */
export function RetentionState({ programme }: { programme: string }) {
  const query = useQuery(retentionQuery(programme));
  return (
    <QueryState query={query}>
      {(retention) => (
        <div className={styles.retention}>
          <Warned retention={retention} />
          {retention.isOn && <KeptPeople kept={retention.kept} />}
          <Record days={retention.days} />
        </div>
      )}
    </QueryState>
  );
}

function Warned({ retention: { isOn, warned, nextOn } }: { retention: Retention }) {
  const { t, i18n } = useTranslation('staff');
  if (!isOn) return <p className={styles.none}>{t('retention.off')}</p>;
  return (
    <p className={styles.none}>
      {nextOn === null
        ? t('retention.none')
        : t('retention.warned', { count: warned, day: formatDate(nextOn, i18n.language, 'list') })}
    </p>
  );
}

function KeptPeople({ kept }: { kept: Retention['kept'] }) {
  const { t, i18n } = useTranslation('staff');
  const list = new Intl.ListFormat(i18n.language);
  return (
    <div>
      <h3 className={styles.name}>{t('retention.kept')}</h3>
      <p className={styles.none}>{t(kept.length === 0 ? 'retention.keptNone' : 'retention.keptText')}</p>
      {kept.length > 0 && (
        <ul className={styles.plain}>
          {kept.map(({ person, reasons }) => (
            <li key={person.id}>
              <Link to={`/staff/people/${person.id}`}>
                <bdi>{person.name}</bdi>
              </Link>
              {': '}
              {list.format(reasons.map((reason) => t(`retention.reasons.${reason}`)))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Record({ days }: { days: Retention['days'] }) {
  const { t, i18n } = useTranslation('staff');
  const list = new Intl.ListFormat(i18n.language);
  const kept = (day: Retention['days'][number]) => {
    const counts = [
      ['protection', day.keptProtection],
      ['requests', day.keptRequests],
      ['mentorships', day.keptMentorships],
    ] as const;
    const parts = counts.filter(([, number]) => number > 0);
    return parts.length === 0
      ? t('retention.keptParts.none')
      : list.format(parts.map(([part, number]) => t(`retention.keptParts.${part}`, { number })));
  };
  return (
    <div>
      <h3 className={styles.name}>{t('retention.record')}</h3>
      <p className={styles.none}>{t(days.length === 0 ? 'retention.recordNone' : 'retention.recordText')}</p>
      {days.length > 0 && (
        <ul className={styles.history}>
          {days.map((day) => (
            <li key={day.day}>
              <time className={styles.when} dateTime={day.day}>
                {formatDate(day.day, i18n.language, 'list')}
              </time>
              <dl className={styles.numbers}>
                <div>
                  <dt>{t('retention.warnedCount')}</dt>
                  <dd>{day.warned}</dd>
                </div>
                <div>
                  <dt>{t('retention.erased')}</dt>
                  <dd>{day.erased}</dd>
                </div>
                <div>
                  <dt>{t('retention.keptCount')}</dt>
                  <dd>{kept(day)}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
