import { UnstyledButton } from '@mantine/core';
import { type ComponentPropsWithoutRef, type ReactNode, useEffect, useRef } from 'react';
import styles from './menu.module.css';

/** Vertical menu in a dialog; arrow keys wrap around. */
export function Menu({ children, ...rest }: ComponentPropsWithoutRef<'div'>) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Listens on the dialog, which has the focus at first.
    const dialog = menu.current?.closest('dialog');
    const handleKeyDown = (event: KeyboardEvent) => {
      const items = [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])];
      const here = items.indexOf(document.activeElement as HTMLElement);
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const from = here < 0 && step < 0 ? 0 : here;
      items[(from + step + items.length) % items.length]?.focus();
    };
    dialog?.addEventListener('keydown', handleKeyDown);
    return () => dialog?.removeEventListener('keydown', handleKeyDown);
  }, []);
  return (
    <div ref={menu} className={styles.menu} {...rest}>
      {children}
    </div>
  );
}

interface MenuItemProps {
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, onClick, children }: MenuItemProps) {
  return (
    <UnstyledButton className={styles.item} onClick={onClick}>
      {icon}
      {children}
    </UnstyledButton>
  );
}
