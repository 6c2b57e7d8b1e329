import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './fields.module.css';

interface AddChoiceProps {
  choices: readonly { key: string; title: string }[];
  onAdd: (key: string) => void;
}

/** Adds one of the sessions or surveys that are not in a list yet. */
export function AddChoice({ choices, onAdd }: AddChoiceProps) {
  const { t } = useTranslation('staff');
  const select = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState('');
  const isThere = choices.some(({ key }) => key === chosen);
  if (choices.length === 0) return <p className={styles.hint}>{t('rules.fields.allAdded')}</p>;
  return (
    <div className={styles.adding}>
      <label className={styles.field}>
        {t('rules.fields.add')}
        <select ref={select} value={isThere ? chosen : ''} onChange={({ target }) => setChosen(target.value)}>
          <option value="">{t('rules.fields.choose')}</option>
          {choices.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Button
        variant="default"
        disabled={!isThere}
        onClick={() => {
          onAdd(chosen);
          setChosen('');
          select.current?.focus();
        }}
      >
        {t('colleagues.hours.add')}
      </Button>
    </div>
  );
}
