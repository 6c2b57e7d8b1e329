import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MessageCircleOff } from 'lucide-react';
import { Link, useLocation, useParams } from 'react-router';
import { formatDate, HttpError, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { NotFoundMessage } from '../../../../shared/page/not-found-message';
import { Notice } from '../../components/cells';
import { titleOf } from '../mentorship';
import { MentorshipActs } from './mentorship-acts';
import { MentorshipFacts } from './mentorship-facts';
import { MentorshipMembers } from './mentorship-members';
import styles from './mentorship-page.module.css';
import { type MentorshipRecord, mentorshipQuery } from './mentorship-record';

/** One mentorship: its people, their contact, how far they are, and its end. */
export function Component() {
  const { t } = useTranslation('staff');
  const { mentorshipId = '' } = useParams();
  const { state } = useLocation();
  const query = useQuery(mentorshipQuery(mentorshipId));
  const { error } = query;
  if (query.data === undefined && error instanceof HttpError && error.status === 404)
    return <NotFoundMessage />;
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={{ pathname: '/staff/mentorships', search: state?.list ?? '' }}>
        <ArrowLeft aria-hidden size={18} />
        {t('mentorship.back')}
      </Link>
      <QueryState query={query}>
        {(mentorship) => (
          <>
            <Head mentorship={mentorship} />
            <MentorshipMembers members={mentorship.members} />
            <MentorshipFacts mentorship={mentorship} />
            {mentorship.mayChange && <MentorshipActs mentorship={mentorship} />}
          </>
        )}
      </QueryState>
    </div>
  );
}

function Head({ mentorship }: { mentorship: MentorshipRecord }) {
  const { t, i18n } = useTranslation('staff');
  const { startedAt, endedAt, endReason, isGroup, isSilent, programme } = mentorship;
  const day = (at: string) => formatDate(at, i18n.language, 'list');
  return (
    <header>
      <h1 className={styles.title}>
        <bdi>{titleOf(mentorship, t('mentorships.former'))}</bdi>
      </h1>
      <p className={styles.line}>
        {t(`mentorships.kinds.${isGroup ? 'group' : 'pair'}`)}
        {' · '}
        <bdi>{programme.title}</bdi>
        {' · '}
        {endedAt === null
          ? t('person.since', { day: day(startedAt) })
          : t('person.fromTo', { from: day(startedAt), to: day(endedAt) })}
      </p>
      {isSilent && <Notice icon={MessageCircleOff}>{t('mentorships.contacts.silent')}</Notice>}
      {endReason !== null && endReason !== '' && (
        <p className={styles.line} dir="auto">
          {t('mentorship.endedBecause', { reason: endReason })}
        </p>
      )}
    </header>
  );
}
