import type { KeyboardEvent } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(FOCUSABLE)];

/** Moves the focus to the same control of the next or previous row. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const control = event.target as HTMLElement;
  const row = control.closest('[data-row]');
  if (step === undefined || row === null) return;
  const rows = [...event.currentTarget.querySelectorAll('[data-row]')];
  const next = rows[rows.indexOf(row) + step];
  const controls = next && controlsOf(next);
  const target = controls?.[Math.min(controlsOf(row).indexOf(control), controls.length - 1)];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
