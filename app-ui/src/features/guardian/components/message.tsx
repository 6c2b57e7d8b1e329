import { useEffect, useRef } from 'react';
import styles from './consent.module.css';

interface MessageProps {
  title: string;
  text: string;
  /** Whether it follows what the guardian did: their button is gone. */
  isResult?: boolean;
}

/** All that there is to say, with the focus after an answer. */
export function Message({ title, text, isResult = false }: MessageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isResult) heading.current?.focus();
  }, [isResult]);
  return (
    <>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.lead}>{text}</p>
    </>
  );
}
