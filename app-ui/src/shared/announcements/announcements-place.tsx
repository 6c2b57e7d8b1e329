import { Suspense } from 'react';
import type { Profile } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';

const PinnedAnnouncements = lazyPart(() => import('./pinned-announcements'), 'retry');

/** The place of what the team announced, on the pages where people begin. Staff are no audience. */
export const AnnouncementsPlace = ({ role }: Pick<Profile, 'role'>) =>
  role !== 'Staff' && (
    <Suspense fallback={null}>
      <PinnedAnnouncements />
    </Suspense>
  );
