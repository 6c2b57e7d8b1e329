import { UnstyledButton } from '@mantine/core';
import { type ComponentPropsWithoutRef, type ReactNode, useEffect, useRef } from 'react';
import styles from './menu.module.css';

/** What can be done, one below the other, in a dialog; arrow keys go round. */
export function Menu({ children, ...rest }: ComponentPropsWithoutRef<'div'>) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The dialog's: at first it has the focus itself.
    const dialog = menu.current?.closest('dialog');
    const pressed = (event: KeyboardEvent) => {
      const items = [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])];
      const here = items.indexOf(document.activeElement as HTMLElement);
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const from = here < 0 && step < 0 ? 0 : here;
      items[(from + step + items.length) % items.length]?.focus();
    };
    dialog?.addEventListener('keydown', pressed);
    return () => dialog?.removeEventListener('keydown', pressed);
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
