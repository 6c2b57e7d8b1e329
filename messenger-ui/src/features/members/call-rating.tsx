import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { RATING_LEVELS, RatingScale } from '../../components/rating-scale';
import styles from './call-rating.module.css';

interface CallRatingProps {
  /** Formatted time of the call. */
  time: string;
  value: number | null;
  onRate: (rating: number) => void;
}

/** Rating of a call: a button with the current face that opens the scale. */
export function CallRating({ time, value, onRate }: CallRatingProps) {
  const { t } = useTranslation('messenger');
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLSpanElement>(null);
  const usedPointer = useRef(false);
  const id = useId();
  const Face = (RATING_LEVELS.find((level) => level.value === value) ?? RATING_LEVELS[3])?.Face;

  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!isOpen) return;
    popup.current?.scrollIntoView({ block: 'nearest' });
    const radios = [...(popup.current?.querySelectorAll('input') ?? [])];
    (radios.find((radio) => radio.checked) ?? radios[0])?.focus();
    const closeOnOutsidePress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOnOutsidePress);
    return () => document.removeEventListener('pointerdown', closeOnOutsidePress);
  }, [isOpen]);

  const handleKeyDown = (event: KeyboardEvent) => {
    usedPointer.current = false;
    if (!isOpen || (event.key !== 'Escape' && event.key !== 'Enter')) return;
    // Closes only the scale, not the panel around it.
    event.stopPropagation();
    event.preventDefault();
    close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the controls inside
    <span
      ref={root}
      className={styles.root}
      onKeyDown={handleKeyDown}
      onPointerDown={() => {
        usedPointer.current = true;
      }}
    >
      <UnstyledButton
        ref={button}
        className={styles.button}
        data-rated={value !== null || undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={
          value === null
            ? t('callHistory.rateCall', { time })
            : t('callHistory.ratedCall', { time, level: t(`rating.level.${value}`) })
        }
        onClick={() => setIsOpen(!isOpen)}
      >
        {Face && <Face aria-hidden size={24} strokeWidth={1.75} />}
      </UnstyledButton>
      {isOpen && (
        <span id={id} ref={popup} className={styles.popup}>
          <RatingScale
            question={t('callHistory.rateCall', { time })}
            isQuestionHidden
            value={value}
            onChange={(rating) => {
              onRate(rating);
              // Arrow keys move through the faces: the scale stays open until Enter or Escape.
              if (usedPointer.current) close();
            }}
          />
        </span>
      )}
    </span>
  );
}
