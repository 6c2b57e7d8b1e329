import { type ReactNode, type Ref, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  /** For the focus after an act. */
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A part of the page of a record, with its heading. */
export function Section({ title, titleRef, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2
        className={styles.title}
        id={titleId}
        ref={titleRef}
        tabIndex={titleRef === undefined ? undefined : -1}
      >
        {title}
      </h2>
      {children}
    </section>
  );
}
