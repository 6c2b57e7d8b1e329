import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { Section } from '../components/section';
import styles from './figures.module.css';
import { type Figure, LIST_OF_FIGURE } from './overview';

/** Four figures with what they were four weeks ago, each a link to its list. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation('staff');
  return (
    <Section title={t('overview.figures')}>
      <ul className={styles.figures}>
        {figures.map(({ kind, now, before }) => {
          const Trend = now === before ? Minus : now > before ? TrendingUp : TrendingDown;
          return (
            <li key={kind} className={styles.figure}>
              <Link className={styles.link} to={LIST_OF_FIGURE[kind]}>
                <strong className={styles.number}>{now}</strong>
                <span className={styles.label}>{t(`overview.figure.${kind}`)}</span>
              </Link>
              <span className={styles.before}>
                <Trend aria-hidden size={16} />
                {t(`overview.before.${kind === 'joined' || kind === 'learning' ? 'period' : 'moment'}`, {
                  number: before,
                })}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
