import { Suspense } from 'react';
import { lazyPart } from 'ui-kit/lazy-part';
import { savedPanel } from '../../shell/saved-panel';
import type { Selection } from '../../shell/selection';
import { useStore } from '../../shell/use-store';

const SavedDialog = lazyPart(() => import('./saved-dialog'), 'closes');

/** Shows the saved messages while they are open. */
export function SavedMessages({ selection }: { selection: Selection }) {
  const isOpen = useStore(savedPanel, (open) => open);
  if (!isOpen) return null;
  return (
    <Suspense>
      <SavedDialog selection={selection} onClose={savedPanel.close} />
    </Suspense>
  );
}
