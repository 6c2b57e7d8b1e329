import { Button } from '@mantine/core';
import { HeartHandshake, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { announce, IconButton, useErrorText, useTranslation } from 'ui-kit';
import styles from './rating-card.module.css';
import { RatingScale } from './rating-scale';

interface Question {
  /** The name of its answer. */
  key: string;
  text: string;
}

export interface RatingCardProps {
  title: string;
  detail?: string | undefined;
  questions: readonly Question[];
  /** How long the thanks stay. */
  thanksMs: number;
  /** Sends the answers, or null for a skip. A failure keeps the card and what was answered. */
  onAnswer: (answers: Readonly<Record<string, number>> | null) => Promise<unknown>;
  /** It is over: skipped, or thanked for. */
  onDone: () => void;
  /** Not now, but ask again. */
  onLater: () => void;
  /** The focus was in the card and the card goes away. */
  onFocusFreed: () => void;
}

/**
 * Asks for a rating, and stands above the composer instead of over the page: whoever is writing goes on writing, and
 * the focus stays where it is until the card is chosen.
 */
export default function RatingCard({
  title,
  detail,
  questions,
  thanksMs,
  onAnswer,
  onDone,
  onLater,
  onFocusFreed,
}: RatingCardProps) {
  const { t } = useTranslation('messenger');
  const errorText = useErrorText();
  const [answers, setAnswers] = useState<Readonly<Record<string, number>>>({});
  const [phase, setPhase] = useState<'asking' | 'sending' | 'thanking'>('asking');
  const [error, setError] = useState<unknown>(null);
  const card = useRef<HTMLElement>(null);
  const hasFocus = () => card.current?.contains(document.activeElement) === true;
  const isComplete = questions.every(({ key }) => answers[key] !== undefined);
  const isSending = phase === 'sending';

  useEffect(() => announce(title), [title]);

  const leave = (then: () => void) => {
    const wasFocused = hasFocus();
    then();
    if (wasFocused) onFocusFreed();
  };
  const done = useRef(() => {});
  done.current = () => leave(onDone);

  useEffect(() => {
    if (phase !== 'thanking') return;
    announce(t('rating.thanks'));
    const timer = setTimeout(() => done.current(), thanksMs);
    return () => clearTimeout(timer);
  }, [phase, thanksMs, t]);

  const send = async (given: typeof answers | null) => {
    // The button that was pressed is about to be disabled, and later gone, and the keyboard's place with it.
    if (hasFocus()) card.current?.focus();
    setPhase('sending');
    setError(null);
    try {
      await onAnswer(given);
    } catch (cause) {
      setError(cause);
      setPhase('asking');
      return;
    }
    if (given === null) {
      leave(onDone);
      return;
    }
    setPhase('thanking');
  };

  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    if (phase === 'asking') leave(onLater);
  };

  return (
    <div className={styles.slot}>
      <section ref={card} className={styles.card} aria-label={title} tabIndex={-1} onKeyDown={pressed}>
        {phase === 'thanking' ? (
          <p className={styles.thanks}>
            <Mark />
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
              <Mark />
              <div className={styles.titles}>
                <h3 className={styles.title}>{title}</h3>
                {detail !== undefined && <p className={styles.detail}>{detail}</p>}
              </div>
              <IconButton label={t('rating.later')} size={32} onClick={() => leave(onLater)}>
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

function Mark() {
  return (
    <span className={styles.mark}>
      <HeartHandshake aria-hidden size={18} strokeWidth={1.75} />
    </span>
  );
}
