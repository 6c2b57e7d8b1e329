import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import styles from './submitted-stage.module.css';

interface UnsentAnswersProps {
  title: string;
  /** Why they cannot be sent. */
  text: string;
  /** What was typed, each with its question. */
  answers: readonly { key: string; label: string; text: string }[];
  to: { address: string; label: string };
  /** Deletes them. */
  onRemove: () => void;
}

/** What was typed here and can no longer be sent, for people to copy. */
export function UnsentAnswers({ title, text, answers, to, onRemove }: UnsentAnswersProps) {
  const { t } = useTranslation('app');
  const heading = useRef<HTMLHeadingElement>(null);
  // It takes the place of the form, whose field had the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.panel}>
      <h2 className={styles.title} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <h3 className={styles.subtitle}>{t('surveys.unsent.title')}</h3>
      <dl className={styles.answers}>
        {answers.map((one) => (
          <div key={one.key}>
            <dt dir="auto">{one.label}</dt>
            <dd dir="auto">{one.text}</dd>
          </div>
        ))}
      </dl>
      <footer className={styles.footer}>
        <Button variant="default" onClick={onRemove}>
          {t('surveys.unsent.remove')}
        </Button>
        <Button component={Link} to={to.address}>
          {to.label}
        </Button>
      </footer>
    </section>
  );
}
