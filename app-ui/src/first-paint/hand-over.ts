/** Moves text and focus to the fields of the same name, and sends the form if it was sent before. */
export function handOver(paint: Element, root: Element): void {
  const focused = document.activeElement;
  for (const typed of paint.querySelectorAll('input')) {
    const field = root.querySelector<HTMLInputElement>(`input[name="${typed.name}"]`);
    if (field === null) continue;
    if (typed.value !== '') type(field, typed.value);
    if (typed === focused) field.focus();
  }
  const isSent = paint.querySelector('form[data-submitted]') !== null;
  // After the app has taken the text.
  if (isSent) setTimeout(() => root.querySelector('form')?.requestSubmit());
}

/** Changes a field as a person does: the app ignores values that a script has set. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
