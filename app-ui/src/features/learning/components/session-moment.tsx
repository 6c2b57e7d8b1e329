import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { ChatLink } from '../../../shared/chat-link/chat-link';
import { Medal } from '../../../shared/mentorships/medal';
import { mentorshipQuery, nameOf } from '../../../shared/mentorships/mentorship';
import { useStepAfterSession } from '../../../shared/next-step/use-next-step';
import { useSentence } from '../../../shared/next-step/use-sentence';
import { useIsCompleting } from '../api/learning';
import type { SessionDetail } from '../types';
import styles from './session-moment.module.css';

/** The moment after the last step: what the person has done, the medal if there is one, and what comes next. */
export function SessionMoment({ session }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation('learning');
  const profile = useCurrentUser();
  const { data: mentorship } = useQuery({
    ...mentorshipQuery(session.mentorship ?? '', i18n.language),
    enabled: session.mentorship !== null,
  });
  const isCompleting = useIsCompleting();
  const next = useStepAfterSession(profile);
  const sentence = useSentence();
  const badge = mentorship?.progress.badges.find(({ sessionId }) => sessionId === session.id);
  const partner = mentorship && nameOf(mentorship);
  const titled = { title: session.localeTitle, partner };
  // Before the server knows of the last step, the next step would still be this session.
  const comesNext = next && !isCompleting && !next.to.includes(session.id);
  return (
    <section className={styles.moment} aria-labelledby="session-moment">
      <div className={styles.picture}>
        {badge ? (
          <Medal tier={badge.badgeType} size={112} />
        ) : (
          <span className={styles.check}>
            <CircleCheckBig aria-hidden size={64} strokeWidth={1.75} />
          </span>
        )}
      </div>
      <h1 className={styles.title} id="session-moment">
        {t('moment.title', { name: profile.displayName })}
      </h1>
      <p className={styles.text} dir="auto">
        {badge
          ? t('moment.medal', { ...titled, tier: t(`moment.tiers.${badge.badgeType}`) })
          : t('moment.finished', titled)}
        {mentorship && session.status === 'PARTIAL_COMPLETE' && <> {t('moment.partner', titled)}</>}
      </p>
      {comesNext && (
        <p className={styles.next} dir="auto">
          <strong>{t('moment.next')}</strong>{' '}
          <ChatLink className={undefined} to={next.to} isChat={next.isChat ?? false}>
            {sentence(next)}
          </ChatLink>
        </p>
      )}
    </section>
  );
}
