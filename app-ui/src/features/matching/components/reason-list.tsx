import { useTranslation } from 'ui-kit';
import type { Reason } from '../../../shared/matches/types';
import { CriterionIcon } from './criterion-icon';
import styles from './reason-list.module.css';

/** The details show all answers. */
const MOST_ANSWERS = 3;

const shortened = (answers: readonly string[]): string =>
  answers.slice(0, MOST_ANSWERS).join(' · ') + (answers.length > MOST_ANSWERS ? ' …' : '');

/** Why a match fits: the best criteria with the answers in common. */
export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  const { t } = useTranslation('matching');
  if (reasons.length === 0) return null;
  return (
    <div className={styles.reasons}>
      <p className={styles.title}>{t('card.why')}</p>
      <ul className={styles.list}>
        {reasons.map(({ key, icon, localeName, localeAnswers }) => (
          <li key={key} className={styles.reason}>
            <span className={styles.icon}>
              <CriterionIcon name={icon} size={17} />
            </span>
            <span className={styles.text}>
              <span className={styles.name}>
                <bdi>{localeName}</bdi>
              </span>
              <span className={styles.answers}>
                <bdi>{shortened(localeAnswers)}</bdi>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
