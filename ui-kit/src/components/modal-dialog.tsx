import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { anchoredPosition } from './anchored-position';
import styles from './modal-dialog.module.css';
import { useIsPhone } from './use-viewport';

interface ModalDialogProps {
  /** Accessible name. */
  label: string;
  /**
   * `anchored`: next to `anchor`; `center`: centred; both become a bottom sheet on a phone; `side`: along the end of
   * the screen; `full`: the whole screen.
   */
  placement: 'anchored' | 'center' | 'side' | 'full';
  /** Takes nearly the whole height of a phone. */
  isTall?: boolean;
  anchor?: HTMLElement | null;
  /** False: Escape and clicks outside do not close it. */
  isDismissible?: boolean;
  onClose?: () => void;
  /** Handles keys of the whole dialog. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/**
 * A native modal dialog: in the top layer, where it is not clipped, with the rest of the page inert. Escape and a
 * click outside close it; the focus returns to its previous element.
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
  const isSheet = useIsPhone() && (placement === 'anchored' || placement === 'center');

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not the first button, which would show a focus ring.
    element?.focus({ preventScroll: true });
    return () => element?.close();
  }, []);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !anchor || isSheet) return;
    const updatePosition = () => {
      const isRtl = getComputedStyle(anchor).direction === 'rtl';
      const size = { width: element.offsetWidth, height: element.scrollHeight };
      const viewport = { width: window.innerWidth, height: window.innerHeight };
      const { left, bottom, top, maxHeight } = anchoredPosition(
        anchor.getBoundingClientRect(),
        size,
        viewport,
        isRtl,
      );
      Object.assign(element.style, { left, bottom, top, maxHeight });
    };
    updatePosition();
    window.addEventListener('resize', updatePosition);
    return () => {
      window.removeEventListener('resize', updatePosition);
      element.removeAttribute('style');
    };
  }, [anchor, isSheet]);

  // React events bubble to the page that renders the dialog.
  const stopPropagation = (event: SyntheticEvent) => event.stopPropagation();
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
        stopPropagation(event);
        // The browser closes a dialog on a second Escape regardless of `onCancel`, so cancel the key itself.
        if (!isDismissible && event.key === 'Escape') event.preventDefault();
        onKeyDown?.(event);
      }}
      onPaste={stopPropagation}
      onClick={(event) => {
        stopPropagation(event);
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      {children}
    </dialog>
  );
}
