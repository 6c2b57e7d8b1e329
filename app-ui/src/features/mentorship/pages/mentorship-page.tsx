import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { EmptyState, type Profile, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { PanelPage } from '../../../shared/page/panel-page';
import { ActiveMentorship } from '../components/active-mentorship';
import { Certificate } from '../components/certificate';
import { EndedMentorships } from '../components/ended-mentorships';
import { Requirements } from '../components/requirements';
import { endedMentorshipsQuery } from '../ended';
import { nextPlace } from '../next-place';

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
  const { data: ended = [], isLoading } = useQuery(endedMentorshipsQuery);
  const { state, takesMessage, to, label } = nextPlace(profile, ended.length > 0);
  const message = takesMessage ? profile.status.experiences.ruleMessage.localeCurriculum : '';
  return (
    <PanelPage title={t('titles.mentorship')} lead={state === 'staff' ? null : t('mentorship.lead')}>
      {/* Until it is known, the page does not claim that there was none. */}
      {!isLoading && (
        <EmptyState
          icon={Users}
          title={t(`mentorship.${state}.title`)}
          action={
            <Button component={Link} to={to}>
              {t(label)}
            </Button>
          }
        >
          {message || t(`mentorship.${state}.text`)}
        </EmptyState>
      )}
      {state !== 'staff' && <Requirements profile={profile} />}
      <EndedMentorships />
    </PanelPage>
  );
}
