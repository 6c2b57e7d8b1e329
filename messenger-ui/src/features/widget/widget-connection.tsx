import { type ReactNode, Suspense, useEffect } from 'react';
import { lazyPart } from 'ui-kit/lazy-part';
import { ChatProvider } from '../../shell/chat-context';
import type { WidgetBodyProps } from './widget-body';

const loadBody = () => import('./widget-body');
const WidgetBody = lazyPart(loadBody, 'says');
/** When everything the page itself needs has long come. */
const PRELOAD_AFTER_MS = 2_000;

interface WidgetConnectionProps {
  /** What the body needs, while there is one. */
  open?: WidgetBodyProps | null;
  loading?: ReactNode;
}

/** Keeps the unread counts coming while the widget is collapsed, and holds the conversations while it is open. */
export default function WidgetConnection({ open = null, loading = null }: WidgetConnectionProps) {
  const isPanel = loading !== null;
  useEffect(() => {
    if (!isPanel) return;
    // Fetched before it is wanted; whoever opens it sooner asks again, and is told what fails then.
    const later = setTimeout(() => void loadBody().catch(() => {}), PRELOAD_AFTER_MS);
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
