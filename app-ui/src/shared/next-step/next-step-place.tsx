import { Suspense } from 'react';
import type { Profile } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import styles from './next-step-place.module.css';

// It reads channels: a page does not wait for the code of the messenger.
const NextStepPanel = lazyPart(() => import('./next-step-panel'), 'retry');

interface NextStepPlaceProps {
  profile: Profile;
  /** Whether the way to the programme team may stand here; false where the page has it itself. */
  hasTeamLink?: boolean;
}

/** The place of the next step, which keeps its height while it loads. */
export function NextStepPlace({ profile, hasTeamLink = true }: NextStepPlaceProps) {
  return (
    <div className={styles.place}>
      <Suspense fallback={null}>
        <NextStepPanel profile={profile} hasTeamLink={hasTeamLink} />
      </Suspense>
    </div>
  );
}
