import { useEffect, useRef } from 'react';
import { announce, Banner, useTranslation } from 'ui-kit';
import type { Question } from './question';
import { QuestionField } from './question-field';
import styles from './question-field.module.css';
import type { QuestionForm } from './use-form';

interface QuestionListProps {
  /** The questions of this page. */
  questions: readonly Question[];
  form: QuestionForm;
  isDisabled?: boolean;
}

const CONTROLS = 'input, select, textarea, button';

/** The questions of a page that are asked after the answers so far. */
export function QuestionList({ questions, form, isDisabled = false }: QuestionListProps) {
  const { t } = useTranslation('questions');
  const list = useRef<HTMLDivElement>(null);
  const { failures, shown } = form;
  const asked = questions.filter(({ key }) => form.visible.some((visible) => visible.key === key));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failed check
  useEffect(() => {
    if (failures === 0) return;
    const wrong = asked.filter(({ key }) => shown[key] !== undefined);
    if (wrong.length === 0) return;
    announce(t('problems.count', { count: wrong.length }));
    const first = [...(list.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [])].find(
      ({ dataset }) => dataset.question === wrong[0]?.key,
    );
    const controls = [...(first?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    // The chosen radio button, since Tab would reach that one.
    const [target] = [
      controls.find((one) => one.hasAttribute('data-error-target')),
      controls.find((one) => one.matches(':checked')),
      controls.find((one) => !one.hidden),
    ].filter((one) => one !== undefined);
    (target ?? first)?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  }, [failures]);

  return (
    <div className={styles.list} ref={list}>
      {asked.map((question) => (
        <QuestionField key={question.key} question={question} form={form} isDisabled={isDisabled} />
      ))}
      {form.dropped.length > 0 && <Banner>{t('dropped', { count: form.dropped.length })}</Banner>}
    </div>
  );
}
