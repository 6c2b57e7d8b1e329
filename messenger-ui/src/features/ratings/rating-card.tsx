import { Button } from '@mantine/core';
import { HeartHandshake, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { announce, IconButton, useErrorText, useTranslation } from 'ui-kit';
import { RatingScale } from '../../components/rating-scale';
import styles from './rating-card.module.css';

interface Question {
  /** Key of the answer. */
  key: string;
  text: string;
}

export interface RatingCardProps {
  title: string;
  detail?: string | undefined;
  questions: readonly Question[];
  /** How long the confirmation stays visible. */
  confirmationMs: number;
  /** Sends the answers, or null for a skip. After a failure the card keeps the answers. */
  onAnswer: (answers: Readonly<Record<string, number>> | null) => Promise<unknown>;
  /** Called after a skip or after the confirmation. */
  onDone: () => void;
  /** Postpones the question. */
  onPostpone: () => void;
  /** Called when the card closes while it has the focus. */
  onFocusFreed: () => void;
}

/**
 * Asks for a rating above the composer instead of in a dialog: the person can continue to write, and the focus does not
 * move.
 */
export default function RatingCard({
  title,
  detail,
  questions,
  confirmationMs,
  onAnswer,
  onDone,
  onPostpone,
  onFocusFreed,
}: RatingCardProps) {
  const { t } = useTranslation('messenger');
  const errorText = useErrorText();
  const [answers, setAnswers] = useState<Readonly<Record<string, number>>>({});
  const [phase, setPhase] = useState<'open' | 'sending' | 'confirmed'>('open');
  const [error, setError] = useState<unknown>(null);
  const card = useRef<HTMLElement>(null);
  const hasFocus = () => card.current?.contains(document.activeElement) === true;
  const isComplete = questions.every(({ key }) => answers[key] !== undefined);
  const isSending = phase === 'sending';

  useEffect(() => announce(title), [title]);

  const close = (then: () => void) => {
    const wasFocused = hasFocus();
    then();
    if (wasFocused) onFocusFreed();
  };
  const latestDone = useRef(() => {});
  latestDone.current = () => close(onDone);

  useEffect(() => {
    if (phase !== 'confirmed') return;
    announce(t('rating.thanks'));
    const timer = setTimeout(() => latestDone.current(), confirmationMs);
    return () => clearTimeout(timer);
  }, [phase, confirmationMs, t]);

  const send = async (given: typeof answers | null) => {
    // The pressed button becomes disabled and disappears: the card keeps the focus.
    if (hasFocus()) card.current?.focus();
    setPhase('sending');
    setError(null);
    try {
      await onAnswer(given);
    } catch (cause) {
      setError(cause);
      setPhase('open');
      return;
    }
    if (given === null) {
      close(onDone);
      return;
    }
    setPhase('confirmed');
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    if (phase === 'open') close(onPostpone);
  };

  return (
    <div className={styles.slot}>
      <section ref={card} className={styles.card} aria-label={title} tabIndex={-1} onKeyDown={handleKeyDown}>
        {phase === 'confirmed' ? (
          <p className={styles.confirmation}>
            <RatingIcon />
            {t('rating.thanks')}
          </p>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (isComplete && !isSending) void send(answers);
            }}
          >
            <header className={styles.header}>
              <RatingIcon />
              <div className={styles.titles}>
                <h3 className={styles.title}>{title}</h3>
                {detail !== undefined && <p className={styles.detail}>{detail}</p>}
              </div>
              <IconButton label={t('rating.remindLater')} size={32} onClick={() => close(onPostpone)}>
                <X aria-hidden size={17} />
              </IconButton>
            </header>
            {questions.map(({ key, text }) => (
              <RatingScale
                key={key}
                question={text}
                value={answers[key] ?? null}
                disabled={isSending}
                onChange={(value) => setAnswers((given) => ({ ...given, [key]: value }))}
              />
            ))}
            {error !== null && (
              <p className={styles.error} role="alert">
                {errorText(error)}
              </p>
            )}
            <div className={styles.actions}>
              <Button
                variant="subtle"
                color="gray"
                size="compact-md"
                disabled={isSending}
                onClick={() => void send(null)}
              >
                {t('rating.skip')}
              </Button>
              <Button type="submit" size="compact-md" disabled={!isComplete} loading={isSending}>
                {t('rating.submit')}
              </Button>
            </div>
          </form>
        )}
      </section>
    </div>
  );
}

function RatingIcon() {
  return (
    <span className={styles.icon}>
      <HeartHandshake aria-hidden size={18} strokeWidth={1.75} />
    </span>
  );
}
