import { type ReactNode, Suspense, useRef, useState } from 'react';
import { LinkButton } from '../../../shared/forms/link-button';

interface EntryProps {
  label: string;
  /** The form, which closes with `close`. */
  children: (close: () => void) => ReactNode;
}

/** A button in whose place a form opens. It has the focus again once the form is closed. */
export function Entry({ label, children }: EntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  if (isOpen) {
    const close = () => {
      wasOpen.current = true;
      setIsOpen(false);
    };
    return <Suspense fallback={null}>{children(close)}</Suspense>;
  }
  return (
    <LinkButton
      ref={(button) => {
        if (wasOpen.current) button?.focus();
        wasOpen.current = false;
      }}
      onClick={() => setIsOpen(true)}
    >
      {label}
    </LinkButton>
  );
}
