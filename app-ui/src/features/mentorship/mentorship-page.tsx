import { Button } from '@mantine/core';
import { Users } from 'lucide-react';
import { Link } from 'react-router';
import { canChat, EmptyState, type Profile, useTranslation } from 'ui-kit';
import { PlacePage } from '../places/place-page';
import { useMe } from '../shell/app-layout';

/** Where the way to a mentorship stands for this person. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useMe();
  const { curriculum } = profile.status.experiences.ruleMessage;
  const where = stationOf(profile.status);
  return (
    <PlacePage title={t('titles.mentorship')} lead={t('mentorship.lead')}>
      <EmptyState
        icon={Users}
        title={t(`mentorship.${where}.title`)}
        action={
          canChat(profile) && (
            <Button component={Link} to="/chat" variant="light">
              {t('mentorship.toChat')}
            </Button>
          )
        }
      >
        {/* What the programme says of it itself comes first. */}
        {curriculum || t(`mentorship.${where}.text`)}
      </EmptyState>
    </PlacePage>
  );
}

function stationOf({ matching, experiences }: Profile['status']) {
  if (matching.matchingStatus === 'READY') return 'ready';
  if (matching.matchingStatus === 'GROUP_HOLD') return 'groupHold';
  if (matching.matchingStatus === 'ON_HOLD') return 'onHold';
  return experiences.curriculum === 'use' ? 'open' : 'closed';
}
