import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import styles from './modal-dialog.module.css';
import { placeAt } from './place-at';
import { useIsPhone } from './use-viewport';

interface ModalDialogProps {
  /** What it is, for screen readers. */
  label: string;
  /** `anchored`: at a button; `center`: in the middle; both a sheet from below on a phone; `full`: the whole screen. */
  placement: 'anchored' | 'center' | 'full';
  /** Much is in it: on a phone it takes nearly the whole height. */
  isTall?: boolean;
  anchor?: HTMLElement | null;
  /** False: nothing but what is inside leads on, and Escape does nothing. */
  isDismissible?: boolean;
  onClose?: () => void;
  /** Keys that mean the dialog as a whole. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: in the top layer, where nothing clips it, with the rest of the page out of reach of
 * focus and clicks until it closes. Escape and a click beside it close it; the focus returns to where it was.
 */
export function ModalDialog({
  label,
  placement,
  isTall = false,
  anchor,
  isDismissible = true,
  onClose,
  onKeyDown,
  children,
}: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isSheet = useIsPhone() && placement !== 'full';

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not its first button, which would show a ring that nobody asked for.
    element?.focus({ preventScroll: true });
    return () => element?.close();
  }, []);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !anchor || isSheet) return;
    const place = () => {
      const isRtl = getComputedStyle(anchor).direction === 'rtl';
      const size = { width: element.offsetWidth, height: element.scrollHeight };
      const viewport = { width: window.innerWidth, height: window.innerHeight };
      const { left, bottom, top, maxHeight } = placeAt(anchor.getBoundingClientRect(), size, viewport, isRtl);
      Object.assign(element.style, { left, bottom, top, maxHeight });
    };
    place();
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('resize', place);
      element.removeAttribute('style');
    };
  }, [anchor, isSheet]);

  // Keys and clicks mean what is inside; for React the page behind is still around it.
  const keep = (event: SyntheticEvent) => event.stopPropagation();
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-placement={isSheet ? 'sheet' : placement}
      data-tall={isTall || undefined}
      tabIndex={-1}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        keep(event);
        // A second Escape closes a dialog whatever `onCancel` says; this one it does not even see.
        if (!isDismissible && event.key === 'Escape') event.preventDefault();
        onKeyDown?.(event);
      }}
      onPaste={keep}
      onClick={(event) => {
        keep(event);
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      {children}
    </dialog>
  );
}
