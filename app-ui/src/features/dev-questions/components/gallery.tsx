import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import { AnswerDrafts } from '../../../shared/questions/drafts';
import { toQuestions } from '../../../shared/questions/question';
import { QuestionList } from '../../../shared/questions/question-list';
import { useQuestionForm } from '../../../shared/questions/use-form';
import { fakeUpload, type UploadMode } from '../fake-upload';
import styles from '../pages/dev-questions-page.module.css';
import { ANSWERED, samples, WRONG } from '../samples';

export const STATES = ['empty', 'answered', 'problems', 'disabled'] as const;
export type GalleryState = (typeof STATES)[number];

const drafts = new AnswerDrafts('gallery');
const STORED = { empty: [], answered: ANSWERED, problems: WRONG, disabled: ANSWERED };

/** All types of questions in one state. */
export function Gallery({ state, uploadMode }: { state: GalleryState; uploadMode: UploadMode }) {
  const { t, i18n } = useTranslation('questions');
  const questions = useMemo(() => toQuestions(samples(i18n.language)), [i18n.language]);
  const form = useQuestionForm({
    questions,
    stored: STORED[state],
    drafts,
    formKey: state,
    upload: fakeUpload(uploadMode),
  });
  const [sent, setSent] = useState('');

  const check = useRef(form.check);
  check.current = form.check;
  useEffect(() => {
    if (state === 'problems') check.current();
  }, [state]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const answers = form.check();
    setSent(answers === null ? '' : JSON.stringify(answers, null, 2));
    if (answers === null) return;
    form.finish();
    announce(t('gallery.sent'));
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <QuestionList questions={questions} form={form} isDisabled={state === 'disabled'} />
      {state !== 'disabled' && (
        <Button type="submit" size="md" className={styles.submit}>
          {t('gallery.submit')}
        </Button>
      )}
      {sent !== '' && (
        <section aria-label={t('gallery.sent')}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to */}
          <pre className={styles.sent} dir="ltr" tabIndex={0}>
            {sent}
          </pre>
        </section>
      )}
    </form>
  );
}
