import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './skin-tones.module.css';

const HANDS = ['✋', '✋🏻', '✋🏼', '✋🏽', '✋🏾', '✋🏿'];

interface SkinTonesProps {
  /** 1 (neutral) to 6. */
  tone: number;
  onChange: (tone: number) => void;
}

export function SkinTones({ tone, onChange }: SkinTonesProps) {
  const { t } = useTranslation('messenger');
  const name = useId();
  return (
    <fieldset className={styles.tones} aria-label={t('emoji.tone')}>
      {HANDS.map((hand, index) => (
        <label key={hand} className={styles.tone}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={tone === index + 1}
            aria-label={t(`emoji.tones.${index + 1}`)}
            onChange={() => onChange(index + 1)}
          />
          <span aria-hidden>{hand}</span>
        </label>
      ))}
    </fieldset>
  );
}
