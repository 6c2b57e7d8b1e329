import { useQuery } from '@tanstack/react-query';
import { Award, MessageCircle, Sparkles } from 'lucide-react';
import { Link } from 'react-router';
import { formatDate, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { ChatLink } from '../../../shared/chat-link/chat-link';
import { endedMentorshipsQuery } from '../../../shared/mentorships/ended';
import { TeamLink } from '../../../shared/team/team-link';
import card from './card.module.css';
import styles from './ended-mentorships.module.css';

/** The mentorships that are over: their certificates and conversations, and the way to another match. Nothing without one. */
export function EndedMentorships() {
  const { t, i18n } = useTranslation('app');
  const { role, status } = useCurrentUser();
  const { data = [] } = useQuery(endedMentorshipsQuery);
  if (data.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language);
  return (
    <section className={card.card} aria-labelledby="mentorship-ended">
      <h2 className={card.title} id="mentorship-ended">
        {t('mentorship.ended.title')}
      </h2>
      <ul className={styles.rows}>
        {data.map(({ id, name, partners, startedOn, endedOn, channelId }) => (
          <li key={id} className={styles.row}>
            <strong>
              <bdi>
                {name ||
                  t('mentorship.ended.with', {
                    names: list.format(partners.map(({ firstName, lastName }) => `${firstName} ${lastName}`)),
                  })}
              </bdi>
            </strong>
            <span className={styles.dates}>
              {t('mentorship.ended.dates', {
                from: formatDate(startedOn, i18n.language, 'list'),
                to: formatDate(endedOn, i18n.language, 'list'),
              })}
            </span>
            <span className={styles.links}>
              <Link className={styles.link} to={`/mentorship/${id}/certificate`}>
                <Award aria-hidden size={18} /> {t('mentorship.ended.certificate')}
              </Link>
              <ChatLink className={styles.link} to={`/chat?${new URLSearchParams({ channel: channelId })}`}>
                <MessageCircle aria-hidden size={18} /> {t('mentorship.ended.read')}
              </ChatLink>
            </span>
          </li>
        ))}
      </ul>
      {status.experiences.matchingflow === 'hide' ? (
        <p className={styles.dates}>
          {t('mentorship.ended.ask')} <TeamLink role={role} isInline />
        </p>
      ) : (
        <Link className={styles.link} to="/mentorship/matching">
          <Sparkles aria-hidden size={18} /> {t('mentorship.ended.again')}
        </Link>
      )}
    </section>
  );
}
