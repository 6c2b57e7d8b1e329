import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { LEVELS, RatingScale } from '../ratings/rating-scale';
import styles from './call-rating.module.css';

interface CallRatingProps {
  /** When the call was, for people. */
  time: string;
  value: number | null;
  onRate: (rating: number) => void;
}

/** What one thinks of a call: a face, faded while there is none, that opens five to choose from. */
export function CallRating({ time, value, onRate }: CallRatingProps) {
  const { t } = useTranslation('messenger');
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLSpanElement>(null);
  const byPointer = useRef(false);
  const id = useId();
  const Face = (LEVELS.find((level) => level.value === value) ?? LEVELS[3])?.Face;

  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!isOpen) return;
    popup.current?.scrollIntoView({ block: 'nearest' });
    const radios = [...(popup.current?.querySelectorAll('input') ?? [])];
    (radios.find((radio) => radio.checked) ?? radios[0])?.focus();
    const pressedElsewhere = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', pressedElsewhere);
    return () => document.removeEventListener('pointerdown', pressedElsewhere);
  }, [isOpen]);

  const pressed = (event: KeyboardEvent) => {
    byPointer.current = false;
    if (!isOpen || (event.key !== 'Escape' && event.key !== 'Enter')) return;
    // Of the panel around it only the faces close.
    event.stopPropagation();
    event.preventDefault();
    close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the controls within
    <span
      ref={place}
      className={styles.place}
      onKeyDown={pressed}
      onPointerDown={() => {
        byPointer.current = true;
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
            ? t('history.rateCall', { time })
            : t('history.ratedCall', { time, level: t(`rating.level.${value}`) })
        }
        onClick={() => setIsOpen(!isOpen)}
      >
        {Face && <Face aria-hidden size={24} strokeWidth={1.75} />}
      </UnstyledButton>
      {isOpen && (
        <span id={id} ref={popup} className={styles.popup}>
          <RatingScale
            question={t('history.rateCall', { time })}
            isQuestionHidden
            value={value}
            onChange={(rating) => {
              onRate(rating);
              // With the arrows one walks through the faces: they stay until Enter or Escape.
              if (byPointer.current) close();
            }}
          />
        </span>
      )}
    </span>
  );
}
