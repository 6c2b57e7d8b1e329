import { type ReactNode, useEffect, useRef } from 'react';
import { announce } from 'ui-kit';
import styles from './step-heading.module.css';

interface StepHeadingProps {
  title: string;
  children?: ReactNode;
  /** Shown before the title, such as a back button. */
  before?: ReactNode;
}

/** Heading of a step. Announces a new step and takes the focus if no element has it. */
export function StepHeading({ title, children, before }: StepHeadingProps) {
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
