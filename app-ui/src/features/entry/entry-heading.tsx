import { type ReactNode, useEffect, useRef } from 'react';
import { announce } from 'ui-kit';
import styles from './entry-heading.module.css';

interface EntryHeadingProps {
  title: string;
  children?: ReactNode;
  /** Stands before the title: the way back. */
  before?: ReactNode;
}

/** What this step is about. A new step is read out; where nothing in it takes the focus, its heading does. */
export function EntryHeading({ title, children, before }: EntryHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);

  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    announce(title);
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) heading.current?.focus();
  }, [title]);

  return (
    <div className={styles.head}>
      {before}
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {children && <p className={styles.lead}>{children}</p>}
    </div>
  );
}
