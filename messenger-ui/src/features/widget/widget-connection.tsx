import { type ReactNode, Suspense, useEffect } from 'react';
import { lazyPart } from 'ui-kit/lazy-part';
import { ChatProvider } from '../../shell/chat-context';
import type { WidgetBodyProps } from './widget-body';

const loadBody = () => import('./widget-body');
const WidgetBody = lazyPart(loadBody, 'error');
/** Late enough not to compete with the page's own resources. */
const PRELOAD_DELAY_MS = 2_000;

interface WidgetConnectionProps {
  /** Props of the body while the widget is expanded. */
  open?: WidgetBodyProps | null;
  loading?: ReactNode;
}

/** Connects to the hub: unread counts while the widget is collapsed, channels while it is expanded. */
export default function WidgetConnection({ open = null, loading = null }: WidgetConnectionProps) {
  const isPanel = loading !== null;
  useEffect(() => {
    if (!isPanel) return;
    // Preload only: the lazy component loads again on opening and reports a failure.
    const later = setTimeout(() => void loadBody().catch(() => {}), PRELOAD_DELAY_MS);
    return () => clearTimeout(later);
  }, [isPanel]);
  return (
    <ChatProvider>
      {open && (
        <Suspense fallback={loading}>
          <WidgetBody {...open} />
        </Suspense>
      )}
    </ChatProvider>
  );
}
