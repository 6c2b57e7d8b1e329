import { useTranslation } from 'ui-kit';
import styles from './card-rows.module.css';
import { moveFocus } from './move-focus';
import type { RowsProps } from './rows-props';
import { SelectBox } from './select-box';

/** Rows as cards, for narrow screens. */
export function CardRows<Row>({ list, label, rows, columns, nameOf, selection }: RowsProps<Row>) {
  const { t } = useTranslation('lists');
  const { idOf } = list.definition;
  const name = columns.find(({ isName }) => isName);
  const facts = columns.filter((column) => column !== name);
  return (
    <ul className={styles.cards} aria-label={label} onKeyDown={moveFocus}>
      {rows.map((row) => {
        const id = idOf(row);
        const isSelected = selection?.isSelected(id) ?? false;
        return (
          <li key={id} className={styles.card} data-row data-selected={isSelected || undefined}>
            <div className={styles.head}>
              <div className={styles.name}>{name?.cell(row)}</div>
              {selection !== null && (
                <SelectBox
                  label={t('list.select', { name: nameOf(row) })}
                  isSelected={isSelected}
                  onChange={(isRange) => selection.toggle(id, isRange)}
                />
              )}
            </div>
            <dl className={styles.facts}>
              {facts.map((column) => (
                <div key={column.id} className={styles.fact}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
