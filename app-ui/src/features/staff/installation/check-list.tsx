import { CircleAlert, CircleCheck, CircleMinus, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import { Section } from '../components/section';
import { type Check, needsAttention } from './installation';
import styles from './installation.module.css';

const ICONS: Readonly<Record<Check['state'], LucideIcon>> = {
  error: CircleAlert,
  warning: TriangleAlert,
  good: CircleCheck,
  note: CircleMinus,
};

const GROUPS = [
  { name: 'needsYou', includes: needsAttention },
  { name: 'inOrder', includes: ({ state }: Check) => state === 'good' },
  { name: 'notUsed', includes: ({ state }: Check) => state === 'note' },
] as const;

/** What was checked: first what needs someone. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { t } = useTranslation('staff');
  return (
    <Section title={t('installation.checks')}>
      {GROUPS.map(({ name, includes }) => {
        const shown = checks.filter(includes);
        if (shown.length === 0) return null;
        return (
          <div key={name} className={styles.part}>
            <h3 className={styles.partTitle}>{t(`installation.${name}`)}</h3>
            <ul className={styles.rows}>
              {shown.map((check) => (
                <CheckRow key={`${check.subject} ${check.detail}`} check={check} />
              ))}
            </ul>
          </div>
        );
      })}
    </Section>
  );
}

function CheckRow({ check }: { check: Check }) {
  const { t } = useTranslation('staff');
  const { subject, state, detail, reason } = check;
  const Icon = ICONS[state];
  return (
    <li className={styles.check} data-state={state}>
      <Icon className={styles.icon} aria-hidden size={20} />
      <div className={styles.words}>
        <div className={styles.head}>
          <strong>{t(`installation.subjects.${subject}`)}</strong>
          {needsAttention(check) ? (
            <span className={styles.state}>{t(`installation.states.${state}`)}</span>
          ) : (
            // The heading says it.
            <VisuallyHidden>{t(`installation.states.${state}`)}</VisuallyHidden>
          )}
        </div>
        {needsAttention(check) && <p className={styles.advice}>{t(`installation.advice.${subject}`)}</p>}
        <p className={styles.detail} dir="ltr" lang="en">
          {detail}
        </p>
        {reason !== null && (
          <p className={styles.reason}>
            {t('installation.says')}{' '}
            <bdi dir="ltr" lang="en">
              {reason}
            </bdi>
          </p>
        )}
      </div>
    </li>
  );
}
