import { useUnreadTotal } from 'messenger-ui/unread-total';
import { Suspense } from 'react';
import type { Profile } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { UnreadBadge } from '../../../shared/unread-badge/unread-badge';
import type { NavigationLink } from './navigation-links';

const DecisionBadge = lazyPart(() => import('../../matching/components/decision-badge'), 'retry');

interface NavigationBadgeProps {
  counts: NavigationLink['counts'];
  profile: Profile;
}

/** The number of what waits behind a link of the navigation. */
export function NavigationBadge({ counts, profile }: NavigationBadgeProps) {
  const unread = useUnreadTotal();
  if (counts === 'unread') return <UnreadBadge unread={unread} />;
  const { matchingflow } = profile.status.experiences;
  if (counts === undefined || matchingflow === 'hide') return null;
  return (
    <Suspense fallback={null}>
      <DecisionBadge profile={profile} />
    </Suspense>
  );
}
