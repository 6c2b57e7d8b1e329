import { useQuery } from '@tanstack/react-query';
import { MessageCircleOff } from 'lucide-react';
import { useParams } from 'react-router';
import { formatDate, useTranslation } from 'ui-kit';
import { Notice } from '../../components/cells';
import { RecordPage } from '../../components/record-page';
import { RecordTitle } from '../../components/record-title';
import { othersOf, titleOf } from '../mentorship';
import { MentorshipActs } from './mentorship-acts';
import { MentorshipFacts } from './mentorship-facts';
import { MentorshipMeetings } from './mentorship-meetings';
import { MentorshipMembers } from './mentorship-members';
import styles from './mentorship-page.module.css';
import { MentorshipPauses } from './mentorship-pauses';
import { type MentorshipRecord, mentorshipQuery } from './mentorship-record';

/** One mentorship: its people, their contact, how far they are, its meetings and pauses, and its end. */
export function Component() {
  const { t } = useTranslation('staff');
  const { mentorshipId = '' } = useParams();
  const query = useQuery(mentorshipQuery(mentorshipId));
  return (
    <RecordPage query={query} list="/staff/mentorships" back={t('mentorship.back')}>
      {(mentorship) => (
        <div className={styles.parts}>
          <Head mentorship={mentorship} />
          <MentorshipMembers mentorship={mentorship} />
          <MentorshipFacts mentorship={mentorship} />
          <MentorshipMeetings mentorship={mentorship} />
          <MentorshipPauses mentorship={mentorship} />
          {mentorship.mayChange && <MentorshipActs mentorship={mentorship} />}
        </div>
      )}
    </RecordPage>
  );
}

function Head({ mentorship }: { mentorship: MentorshipRecord }) {
  const { t, i18n } = useTranslation('staff');
  const { startedAt, endedAt, endReason, endNote, isGroup, isSilent, programme } = mentorship;
  const former = t('mentorships.former');
  const day = (at: string) => formatDate(at, i18n.language, 'list');
  return (
    <header>
      <RecordTitle>
        <bdi>{titleOf(mentorship, former)}</bdi>
      </RecordTitle>
      <p className={styles.line}>{t('mentorships.with', { names: othersOf(mentorship, former) })}</p>
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
      {endedAt !== null && (
        <p className={styles.line}>
          {t('mentorship.endedBecause', { reason: t(`endReasons.names.${endReason ?? 'not_recorded'}`) })}
        </p>
      )}
      {endNote !== null && endNote !== '' && (
        <p className={styles.line} dir="auto">
          {t('mentorship.endNote', { note: endNote })}
        </p>
      )}
    </header>
  );
}
