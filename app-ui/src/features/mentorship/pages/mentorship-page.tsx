import { useParams } from 'react-router';
import { type Profile, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { AnnouncementsPlace } from '../../../shared/announcements/announcements-place';
import { NextStepPlace } from '../../../shared/next-step/next-step-place';
import { PanelPage } from '../../../shared/page/panel-page';
import { ActiveMentorship } from '../components/active-mentorship';
import { Certificate } from '../components/certificate';
import { EndedMentorships } from '../components/ended-mentorships';
import { Requirements } from '../components/requirements';

/** The person's mentorships, or what they wait for; or the certificate of one, a page too small for a file of its own. */
export function Component() {
  const profile = useCurrentUser();
  const { mentorshipId } = useParams();
  if (mentorshipId !== undefined) return <Certificate mentorship={mentorshipId} />;
  if (profile.mentorships.length > 0) return <ActiveMentorship profile={profile} />;
  return <NoMentorship profile={profile} />;
}

/** What is missing until a mentorship begins, or what follows one, and the way there. */
function NoMentorship({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const isStaff = profile.role === 'Staff';
  const isOver = ['declined', 'withdrawn'].includes(profile.status.application?.state ?? '');
  return (
    <PanelPage title={t('titles.mentorship')} lead={t(isStaff ? 'mentorship.staff' : 'mentorship.lead')}>
      <NextStepPlace profile={profile} />
      <AnnouncementsPlace role={profile.role} />
      {!isStaff && !isOver && <Requirements profile={profile} />}
      <EndedMentorships />
    </PanelPage>
  );
}
