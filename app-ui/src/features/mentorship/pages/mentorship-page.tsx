import { Button } from '@mantine/core';
import { Users } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { canChat, EmptyState, type Profile, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
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

/** What is missing until a mentorship begins, and the way there. */
function NoMentorship({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const { session, ruleMessage, mentorshipSessionStatus, matchingflow } = profile.status.experiences;
  const isLearning = session === 'use' && mentorshipSessionStatus.remainingSessions > 0;
  const hasMatching = matchingflow === 'use' || (matchingflow === 'show' && !isLearning);
  const where = mentorshipState(profile.status);
  return (
    <PanelPage title={t('titles.mentorship')} lead={t('mentorship.lead')}>
      <EmptyState
        icon={Users}
        title={t(`mentorship.${where}.title`)}
        action={
          hasMatching ? (
            <Button component={Link} to="/mentorship/matching">
              {t('mentorship.toMatching')}
            </Button>
          ) : isLearning ? (
            <Button component={Link} to="/learninghub">
              {t('titles.learningHub')}
            </Button>
          ) : (
            canChat(profile) && (
              <Button component={Link} to="/chat" variant="light">
                {t('mentorship.toChat')}
              </Button>
            )
          )
        }
      >
        {/* The message of the programme takes precedence. */}
        {ruleMessage.localeCurriculum || t(`mentorship.${where}.text`)}
      </EmptyState>
      <Requirements profile={profile} />
      <EndedMentorships />
    </PanelPage>
  );
}

function mentorshipState({ matching, experiences }: Profile['status']) {
  if (matching.matchingStatus === 'READY') return 'ready';
  if (matching.matchingStatus === 'GROUP_HOLD') return 'groupHold';
  if (matching.matchingStatus === 'ON_HOLD') return 'onHold';
  return experiences.curriculum === 'use' ? 'open' : 'closed';
}
