import type { ViewProps } from '../view-props';
import { Choice, ClearButton } from './choice';
import styles from './choices.module.css';
import { isRow } from './row';

/** Agreement from one end to the other: fewer than six options side by side. */
export function AgreeabilityView(props: ViewProps) {
  const { options } = props.question;
  const inRow = isRow(options.length);
  return (
    <>
      <div className={inRow ? `${styles.row} ${styles.words}` : styles.list}>
        {options.map((option) => (
          <Choice key={option.key} props={props} option={option} className={inRow ? styles.step : undefined}>
            <span dir="auto">{option.label}</span>
          </Choice>
        ))}
      </div>
      <ClearButton {...props} />
    </>
  );
}
