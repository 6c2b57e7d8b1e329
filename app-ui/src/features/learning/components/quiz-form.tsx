import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { announce, Banner, HttpError, toast, useErrorText, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { AnswerDrafts } from '../../../shared/questions/drafts';
import { type Question, toQuestions } from '../../../shared/questions/question';
import { QuestionList } from '../../../shared/questions/question-list';
import { uploadAnswerFile } from '../../../shared/questions/upload-answer-file';
import { type ShownProblem, useQuestionForm } from '../../../shared/questions/use-form';
import type { WireAnswer, WireQuestion } from '../../../shared/questions/wire';
import { quizAddress, stepAddress } from '../addresses';
import { useSubmitQuiz } from '../api/learning';
import type { Quiz, QuizPath, SessionDetail } from '../types';
import styles from './quiz-form.module.css';

interface QuizFormProps {
  path: QuizPath;
  session: SessionDetail;
  quiz: Quiz;
  /** The question that is asked again, without its answer; the others keep theirs. */
  retried?: string | undefined;
  onSubmitted: () => void;
  /** Leads from the question that is asked again back to the result. */
  onLeave: () => void;
}

/** The questions of a quiz, one per page; the last one submits. */
export function QuizForm({ path, session, quiz, retried, onSubmitted, onLeave }: QuizFormProps) {
  const { t, i18n } = useTranslation('learning');
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { id: accountId } = useCurrentUser();
  const [address] = useSearchParams();
  const submit = useSubmitQuiz(i18n.language);
  const drafts = useMemo(() => new AnswerDrafts(accountId), [accountId]);
  const questions = useMemo(() => toQuestions(quiz.questions as readonly WireQuestion[]), [quiz.questions]);
  const stored = useMemo(
    () => (quiz.answers as readonly WireAnswer[]).filter(({ questionKey }) => questionKey !== retried),
    [quiz.answers, retried],
  );
  const form = useQuestionForm({
    questions,
    stored,
    drafts,
    formKey: `quiz.${path.session}.${path.step}.${path.quiz}`,
    upload: uploadAnswerFile,
  });
  // A retry of the same submission is not another attempt.
  const [requestId] = useState(() => crypto.randomUUID());
  const heading = useRef<HTMLHeadingElement>(null);

  // The other questions are asked as well if a new answer asks for more of them.
  const [only, setOnly] = useState(retried);
  const asked = form.visible.filter(({ key }) => only === undefined || key === only);
  const total = asked.length;
  const page = Math.min(Math.max(1, Number(address.get('question')) || 1), total);
  const question = asked[page - 1];
  const isLast = page >= total;
  const isRetry = only !== undefined;
  const goTo = (to: number) => void navigate(`${quizAddress(path)}&question=${to}`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the question changes
  useEffect(() => {
    window.scrollTo(0, 0);
    if (question !== undefined && !(question.key in form.shown)) heading.current?.focus();
  }, [page]);

  function show(problems: Readonly<Record<string, ShownProblem>>): void {
    const isAsked = asked.some(({ key }) => key in problems);
    if (!isAsked) setOnly(undefined);
    const wrong = (isAsked ? asked : form.visible).findIndex(({ key }) => key in problems);
    if (wrong >= 0 && wrong + 1 !== page) goTo(wrong + 1);
    form.show(problems);
  }

  function send(): void {
    const answers = form.check();
    if (answers === null) {
      show(form.problems);
      return;
    }
    if (Object.keys(answers).length === 0) {
      void toast(t('quiz.leave'));
      void navigate(stepAddress(path.session, path.step));
      return;
    }
    // Files expire on the server, and passwords never stay on the device.
    const isSafe = ({ key, type }: Question) => type !== 'Password' && typeof answers[key] !== 'object';
    const mayQueue = questions.every((one) => isSafe(one) || Array.isArray(answers[one.key]));
    // Not callbacks of `mutate`: the result takes the place of this form, which would then not hear of it.
    submit.mutateAsync({ path, session, answers, requestId, mayQueue }).then(sent, refused);
  }

  function sent(result: Quiz | null): void {
    form.finish();
    if (result === null) {
      void navigate(stepAddress(path.session, path.step));
      return;
    }
    announce(t('quiz.submitted'));
    onSubmitted();
  }

  function refused(error: unknown): void {
    if (error instanceof HttpError && error.code === 'invalid_answers') {
      show(error.problems as Record<string, ShownProblem>);
    }
  }

  function next(event: FormEvent): void {
    event.preventDefault();
    if (submit.isPending) return;
    if (isLast) send();
    else if (question !== undefined && form.check([question.key]) !== null) goTo(page + 1);
  }

  const isRefused = submit.error instanceof HttpError && submit.error.code === 'invalid_answers';
  return (
    <form className={styles.form} noValidate onSubmit={next}>
      <header className={styles.head}>
        <h1 className={styles.position} ref={heading} tabIndex={-1}>
          {isRetry ? t('quiz.retryTitle') : t('quiz.place', { question: page, total })}
        </h1>
        {!isRetry && (
          <p className={styles.left}>{isLast ? t('quiz.last') : t('quiz.left', { count: total - page })}</p>
        )}
        {!isRetry && page === 1 && quiz.localeHelpText !== '' && (
          <p className={styles.help} dir="auto">
            {quiz.localeHelpText}
          </p>
        )}
        {!isRetry && (
          <div className={styles.bar} aria-hidden>
            <span style={{ inlineSize: `${(page / Math.max(total, 1)) * 100}%` }} />
          </div>
        )}
      </header>
      {question !== undefined && (
        <QuestionList key={question.key} questions={[question]} form={form} isDisabled={submit.isPending} />
      )}
      {submit.error !== null && !isRefused && (
        <div role="alert">
          <Banner tone="danger">{errorText(submit.error)}</Banner>
        </div>
      )}
      <footer className={styles.foot}>
        <Button
          variant="default"
          size="md"
          disabled={page === 1 && !isRetry}
          onClick={() => (isRetry ? onLeave() : goTo(page - 1))}
        >
          {t('quiz.back')}
        </Button>
        <Button type="submit" size="md" loading={submit.isPending}>
          {t(isLast ? 'quiz.submit' : 'quiz.next')}
        </Button>
      </footer>
    </form>
  );
}
