import { Button } from '@mantine/core';
import { ArrowDown, ArrowUp, Check, GripVertical } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { announce, IconButton, useTranslation } from 'ui-kit';
import { asKeys, type ViewProps } from '../view-props';
import { move } from './order';
import styles from './order-view.module.css';
import { useDrag } from './use-drag';

/** Options in an order: by buttons, by keys on the handle, or by dragging it. */
export function OrderView({ question, value, onChange, isDisabled, describedBy }: ViewProps) {
  const { t } = useTranslation('questions');
  const { options } = question;
  const answered = asKeys(value);
  const isAnswered = answered.length === options.length && options.every(({ key }) => answered.includes(key));
  const order = isAnswered ? answered : options.map(({ key }) => key);
  // The browser moves the focus away from an element that changes its place in the document.
  const focused = useRef<HTMLElement | null>(null);
  const confirmed = useRef<HTMLParagraphElement>(null);
  const isKept = useRef(false);
  useEffect(() => {
    focused.current?.focus();
    focused.current = null;
    // The button gives way to the confirmation.
    if (isKept.current) confirmed.current?.focus();
    isKept.current = false;
  });

  function moveTo(from: number, to: number): void {
    const label = options.find(({ key }) => key === order[from])?.label ?? '';
    if (to < 0 || to >= order.length || to === from) return;
    focused.current = document.activeElement as HTMLElement | null;
    onChange(move(order, from, to));
    announce(t('order.moved', { label, place: to + 1, count: order.length }));
  }
  const drag = useDrag(moveTo);

  function moveByKey(event: KeyboardEvent, index: number): void {
    const last = order.length - 1;
    const targets: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last };
    const to = targets[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moveTo(index, to);
  }

  return (
    <>
      <ol className={styles.list} ref={drag.list} data-answered={isAnswered || undefined}>
        {order.map((key, index) => {
          const label = options.find((option) => option.key === key)?.label ?? '';
          const position = { label, place: index + 1, count: order.length };
          return (
            <li
              key={key}
              className={styles.item}
              data-dragged={drag.dragged === index || undefined}
              data-making-room={(drag.dragged !== null && drag.dragged !== index) || undefined}
              style={{ translate: `0 ${drag.offsetOf(index)}px` }}
            >
              <button
                type="button"
                className={styles.handle}
                aria-label={t('order.handle', position)}
                disabled={isDisabled}
                onKeyDown={(event) => moveByKey(event, index)}
                onPointerDown={(event) => drag.start(event, index)}
              >
                <span aria-hidden className={styles.position}>
                  {index + 1}
                </span>
                <GripVertical aria-hidden size={18} />
              </button>
              <span className={styles.label}>
                <bdi>{label}</bdi>
              </span>
              <IconButton
                label={t('order.up', { label })}
                size={44}
                aria-disabled={index === 0 || undefined}
                disabled={isDisabled}
                onClick={() => moveTo(index, index - 1)}
              >
                <ArrowUp aria-hidden size={20} />
              </IconButton>
              <IconButton
                label={t('order.down', { label })}
                size={44}
                aria-disabled={index === order.length - 1 || undefined}
                disabled={isDisabled}
                onClick={() => moveTo(index, index + 1)}
              >
                <ArrowDown aria-hidden size={20} />
              </IconButton>
            </li>
          );
        })}
      </ol>
      {!isDisabled && (
        <div className={styles.footer}>
          {isAnswered ? (
            <p className={styles.kept} ref={confirmed} tabIndex={-1}>
              <Check aria-hidden size={16} />
              {t('order.answered')}
            </p>
          ) : (
            <Button
              variant="light"
              className={styles.keep}
              data-error-target
              aria-describedby={describedBy}
              onClick={() => {
                isKept.current = true;
                onChange(order);
              }}
            >
              {t('order.keep')}
            </Button>
          )}
          <p className={styles.hint}>{t('order.hint')}</p>
        </div>
      )}
    </>
  );
}
