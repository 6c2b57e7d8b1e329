import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './colleague.module.css';

/** Leaves work to all. */
export const TO_ALL = '';

interface NewOwnerProps {
  colleagues: readonly { id: string; name: string }[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** Who gets the work: a colleague, or all. */
export function NewOwner({ colleagues, chosen, onChoose }: NewOwnerProps) {
  const { t } = useTranslation('staff');
  const name = useId();
  const option = (id: string, label: string) => (
    <label key={id} className={styles.option}>
      <input type="radio" name={name} checked={chosen === id} onChange={() => onChoose(id)} />
      <bdi>{label}</bdi>
    </label>
  );
  return (
    <fieldset className={styles.options}>
      <legend>{t('messages.giveTo')}</legend>
      {option(TO_ALL, t('colleagues.work.toAll'))}
      {colleagues.map((one) => option(one.id, one.name))}
    </fieldset>
  );
}
