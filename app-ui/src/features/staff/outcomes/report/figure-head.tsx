import styles from './report-page.module.css';

/** The name of a figure, which opens its meaning. On paper it is open. */
export function FigureHead({ name, definition }: { name: string; definition: string }) {
  return (
    <th scope="row" aria-label={name}>
      <details className={styles.figure}>
        <summary>{name}</summary>
        <p className={styles.definition}>{definition}</p>
      </details>
    </th>
  );
}
