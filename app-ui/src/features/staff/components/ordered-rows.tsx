import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { announce, IconButton, useTranslation } from 'ui-kit';
import '../../../shared/questions/texts';
import { move } from '../../../shared/questions/views/order';
import styles from './ordered-rows.module.css';

interface OrderedRowsProps<Row> {
  rows: readonly Row[];
  idOf: (row: Row) => string;
  labelOf: (row: Row) => string;
  onChange: (rows: Row[]) => void;
  /** What stands in a row instead of its label. */
  children?: (row: Row, index: number) => ReactNode;
}

/** Rows in an order, which buttons change. */
export function OrderedRows<Row>({ rows, idOf, labelOf, onChange, children }: OrderedRowsProps<Row>) {
  const { t } = useTranslation('questions');
  // The browser moves the focus away from an element that changes its place in the document.
  const focused = useRef<HTMLElement | null>(null);
  useEffect(() => {
    focused.current?.focus();
    focused.current = null;
  });
  const moveTo = (from: number, to: number, label: string) => {
    if (to < 0 || to >= rows.length) return;
    focused.current = document.activeElement as HTMLElement | null;
    onChange(move([...rows], from, to));
    announce(t('order.moved', { label, place: to + 1, count: rows.length }));
  };
  return (
    <ol className={styles.rows}>
      {rows.map((row, index) => {
        const label = labelOf(row);
        return (
          <li key={idOf(row)} className={styles.row}>
            <div className={styles.body}>
              {children?.(row, index) ?? (
                <span>
                  {index + 1}. <bdi>{label}</bdi>
                </span>
              )}
            </div>
            <IconButton
              label={t('order.up', { label })}
              size={44}
              aria-disabled={index === 0 || undefined}
              onClick={() => moveTo(index, index - 1, label)}
            >
              <ArrowUp aria-hidden size={20} />
            </IconButton>
            <IconButton
              label={t('order.down', { label })}
              size={44}
              aria-disabled={index === rows.length - 1 || undefined}
              onClick={() => moveTo(index, index + 1, label)}
            >
              <ArrowDown aria-hidden size={20} />
            </IconButton>
          </li>
        );
      })}
    </ol>
  );
}
