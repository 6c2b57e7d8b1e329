import { Award } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import card from './card.module.css';
import styles from './rewards-panel.module.css';

/** The badges of the person. */
export function RewardsPanel({ badges }: { badges: Mentorship['progress']['badges'] }) {
  const { t, i18n } = useTranslation('app');
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  return (
    <section className={card.card} aria-labelledby="mentorship-rewards">
      <h2 className={card.title} id="mentorship-rewards">
        {t('mentorship.rewards.title')}
      </h2>
      {badges.length === 0 ? (
        <p className={styles.none}>{t('mentorship.rewards.none')}</p>
      ) : (
        <ul className={styles.badges}>
          {badges.map(({ id, badgeType, localeSessionTitle, earnedOn }) => (
            <li key={id} className={styles.badge}>
              <span className={styles.medal} data-tier={badgeType}>
                <Award aria-hidden size={26} />
              </span>
              <span className={styles.words}>
                <strong>{t([`mentorship.rewards.tiers.${badgeType}`, 'mentorship.rewards.title'])}</strong>
                <span dir="auto">{localeSessionTitle}</span>
                <time className={styles.date} dateTime={earnedOn}>
                  {day.format(new Date(earnedOn))}
                </time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
