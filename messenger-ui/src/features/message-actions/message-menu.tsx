import { Ellipsis } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import type { ChatMessage } from '../../model/message';
import styles from './message-menu.module.css';
import type { MessageTools } from './tools';

const MenuDialog = lazyPart(() => import('./menu-dialog'), 'closes');

/** So long a finger rests on a message until it means its menu. */
const LONG_PRESS_MS = 450;
const STAYS_WITHIN_PX = 10;

interface MessageMenuProps {
  message: ChatMessage;
  tools: MessageTools;
  /** Where a long press opens it. */
  target: RefObject<HTMLElement | null>;
}

/** The button beside a message: seen where the pointer or the focus is, opened by a long press where there is neither. */
export function MessageMenu({ message, tools, target }: MessageMenuProps) {
  const { t } = useTranslation('messenger');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useLongPress(target, setAnchor);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('actions.open')}
        title={t('actions.open')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Ellipsis aria-hidden size={17} />
      </button>
      {anchor && (
        <Suspense>
          <MenuDialog message={message} tools={tools} anchor={anchor} onClose={() => setAnchor(null)} />
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
    let from = { x: 0, y: 0 };
    let isOpen = false;
    const stop = () => clearTimeout(timer);
    const begin = ({ pointerType, clientX, clientY }: PointerEvent) => {
      isOpen = false;
      if (pointerType !== 'touch') return;
      from = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        isOpen = true;
        onPress(element);
      }, LONG_PRESS_MS);
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > STAYS_WITHIN_PX) stop();
    };
    element.addEventListener('pointerdown', begin, { signal });
    element.addEventListener('pointermove', move, { signal });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
      element.addEventListener(end, stop, { signal });
    }
    // The browser's own menu of the same gesture, and the click on a link under the finger.
    for (const other of ['contextmenu', 'click']) {
      element.addEventListener(other, (event) => isOpen && event.preventDefault(), { signal });
    }
    return () => {
      stop();
      abort.abort();
    };
  }, [target, onPress]);
}
