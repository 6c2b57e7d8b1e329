import { type ReactNode, useId } from 'react';
import styles from './choice-cards.module.css';

interface ChoiceCardsProps<Id extends string> {
  legend: string;
  options: readonly { id: Id; title: string; text: string }[];
  chosen: Id;
  /** One below the other, instead of beside each other where there is room. */
  isStacked?: boolean;
  onChoose: (id: Id) => void;
  /** What the chosen one asks for. */
  children?: ReactNode;
}

/** One of a few ways to do something, each with a sentence. */
export function ChoiceCards<Id extends string>({
  legend,
  options,
  chosen,
  isStacked = false,
  onChoose,
  children,
}: ChoiceCardsProps<Id>) {
  const name = useId();
  return (
    <fieldset className={styles.cards} data-stacked={isStacked || undefined}>
      <legend>{legend}</legend>
      {options.map(({ id, title, text }) => (
        <div key={id} className={styles.card}>
          <label className={styles.choice}>
            <input type="radio" name={name} checked={chosen === id} onChange={() => onChoose(id)} />
            <span>
              <span className={styles.title}>{title}</span>
              {text}
            </span>
          </label>
          {chosen === id && children}
        </div>
      ))}
    </fieldset>
  );
}
