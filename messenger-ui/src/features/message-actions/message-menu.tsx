import { Ellipsis } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import type { ChatMessage } from '../../model/message';
import styles from './message-menu.module.css';

const MessageMenuDialog = lazyPart(() => import('./message-menu-dialog'), 'closes');

const LONG_PRESS_MS = 450;
const LONG_PRESS_TOLERANCE_PX = 10;

interface MessageMenuProps {
  message: ChatMessage;
  /** The element whose long press opens the menu. */
  target: RefObject<HTMLElement | null>;
}

/** Menu button of a message, shown on hover and focus; on touch screens a long press opens the menu. */
export function MessageMenu({ message, target }: MessageMenuProps) {
  const { t } = useTranslation('messenger');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useLongPress(target, setAnchor);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('messageActions.open')}
        title={t('messageActions.open')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Ellipsis aria-hidden size={17} />
      </button>
      {anchor && (
        <Suspense>
          <MessageMenuDialog message={message} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}

function useLongPress(target: RefObject<HTMLElement | null>, onPress: (element: HTMLElement) => void): void {
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const abort = new AbortController();
    const { signal } = abort;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let origin = { x: 0, y: 0 };
    let isOpen = false;
    const cancel = () => clearTimeout(timer);
    const handlePointerDown = ({ pointerType, clientX, clientY }: PointerEvent) => {
      isOpen = false;
      if (pointerType !== 'touch') return;
      origin = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        isOpen = true;
        onPress(element);
      }, LONG_PRESS_MS);
    };
    const handlePointerMove = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - origin.x, clientY - origin.y) > LONG_PRESS_TOLERANCE_PX) cancel();
    };
    element.addEventListener('pointerdown', handlePointerDown, { signal });
    element.addEventListener('pointermove', handlePointerMove, { signal });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
      element.addEventListener(end, cancel, { signal });
    }
    // Suppresses the browser's context menu and the click on a link under the finger.
    for (const other of ['contextmenu', 'click']) {
      element.addEventListener(other, (event) => isOpen && event.preventDefault(), { signal });
    }
    return () => {
      cancel();
      abort.abort();
    };
  }, [target, onPress]);
}
