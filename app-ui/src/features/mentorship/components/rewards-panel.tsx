import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { formatDate, IconButton, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { Medal } from '../../../shared/mentorships/medal';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import card from './card.module.css';
import styles from './rewards-panel.module.css';

const BadgeDialog = lazyPart(() => import('./badge-dialog'), 'closes');

/** The badges of the person, which they can publish. */
export function RewardsPanel({ badges }: { badges: Mentorship['progress']['badges'] }) {
  const { t, i18n } = useTranslation('app');
  const [shared, setShared] = useState<string>();
  const open = badges.find(({ id }) => id === shared);
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
              <Medal tier={badgeType} size={48} />
              <span className={styles.words}>
                <strong>{t([`mentorship.rewards.tiers.${badgeType}`, 'mentorship.rewards.title'])}</strong>
                <span>
                  <bdi>{localeSessionTitle}</bdi>
                </span>
                <time className={styles.date} dateTime={earnedOn}>
                  {formatDate(earnedOn, i18n.language, 'list')}
                </time>
              </span>
              <IconButton
                className={styles.share}
                label={t('mentorship.badge.share', { title: localeSessionTitle })}
                size={44}
                onClick={() => setShared(id)}
              >
                <Share2 aria-hidden size={20} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <Suspense>
          <BadgeDialog badge={open} onClose={() => setShared(undefined)} />
        </Suspense>
      )}
    </section>
  );
}
