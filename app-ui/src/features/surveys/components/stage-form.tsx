import { Button } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { announce, Banner, HttpError, IconButton, reportError, useErrorText, useTranslation } from 'ui-kit';
import { sendBeforeSignOut } from '../../../shared/account/unsent-answers';
import type { AnswerDrafts } from '../../../shared/questions/drafts';
import { toQuestions } from '../../../shared/questions/question';
import { QuestionList } from '../../../shared/questions/question-list';
import { uploadAnswerFile } from '../../../shared/questions/upload-answer-file';
import { type ShownProblem, useQuestionForm } from '../../../shared/questions/use-form';
import type { WireAnswer, WireQuestion } from '../../../shared/questions/wire';
import { draftKey, hasClosed, type Stage, saveAnswers, useRefreshSurveys } from '../api/surveys';
import { clampPage, pageOfProblem } from './pages';
import styles from './stage-form.module.css';

interface StageFormProps {
  stage: Stage;
  /** Which part of the survey it is, in words; null if there is only one. */
  part: string | null;
  stored: readonly WireAnswer[];
  draftRevision: number;
  /** Answers on this device. */
  drafts: AnswerDrafts;
  /** Fetches what another device has saved. */
  onOutdated: () => void;
  /** A submission is on its way, or has failed. */
  onSubmitting: (isSubmitting: boolean) => void;
  /** The stage is submitted; `next` is the stage to go on with. */
  onSubmitted: (next: string | null) => void;
  /** Another device has submitted the stage. */
  onGone: () => Promise<void>;
  /** The survey has closed. All that was typed is a draft on this device. */
  onClosed: () => void;
  onLeave: () => void;
}

/** The pages of a stage: Continue saves a draft, Submit on the last one sends everything. */
export function StageForm(props: StageFormProps) {
  const {
    stage,
    part,
    stored,
    draftRevision,
    drafts,
    onOutdated,
    onSubmitting,
    onSubmitted,
    onGone,
    onClosed,
    onLeave,
  } = props;
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const refresh = useRefreshSurveys();
  const [search] = useSearchParams();
  const { pages } = stage;
  const page = clampPage(search.get('page'), pages.length);
  const isLast = page >= pages.length;

  const byPage = useMemo(
    () => pages.map(({ questions }) => toQuestions(questions as readonly WireQuestion[])),
    [pages],
  );
  const questions = useMemo(() => byPage.flat(), [byPage]);
  const form = useQuestionForm({
    questions,
    stored,
    drafts,
    formKey: draftKey(stage.id),
    upload: uploadAnswerFile,
  });
  const revision = useRef(draftRevision);
  revision.current = Math.max(revision.current, draftRevision);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isDraftWaiting, setIsDraftWaiting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  // A new page begins at its heading, also for screen readers.
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page changes
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    // The list of questions moves the focus to the first problem.
    if (byPage[page - 1]?.some(({ key }) => key in form.shown)) return;
    if (!wasFirst) heading.current?.focus();
    window.scrollTo(0, 0);
  }, [page]);

  const goTo = (to: number) => navigate(`/stage?id=${stage.id}&page=${to}`, { state: history.state?.usr });

  // One draft at a time: each names the revision of the one before.
  const sending = useRef(Promise.resolve());
  function saveDraft(keepalive = false): Promise<void> {
    sending.current = sending.current.then(() => sendDraft(keepalive));
    return sending.current;
  }

  async function sendDraft(keepalive: boolean): Promise<void> {
    try {
      const saved = await saveAnswers({
        stage: stage.id,
        answers: form.answers,
        draftRevision: revision.current,
        keepalive,
      });
      revision.current = Math.max(revision.current, saved.draftRevision);
      form.saved();
      setIsDraftWaiting(false);
    } catch (cause) {
      reportInvalid(cause);
      if (cause instanceof HttpError && cause.code === 'draft_outdated') onOutdated();
      else if (hasClosed(cause)) close();
      else if (cause instanceof HttpError && cause.status === 410) void onGone();
      // The stage is not open yet: the survey shows the one that is.
      else if (cause instanceof HttpError && cause.code === 'stage_order') onLeave();
      else if (cause instanceof HttpError && cause.code === 'invalid_answers') showProblems.current(cause);
      // The answers stay on this device, and go with the next page.
      else setIsDraftWaiting(true);
    }
  }

  function close(): void {
    // The server no longer shows what it has saved.
    drafts.save(draftKey(stage.id), questions, form.values);
    onClosed();
  }

  // Another browser goes on where this one was left.
  const saveWhenHidden = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' && form.isUnsaved) void saveDraft(true);
  });
  const saveWhenOnline = useEffectEvent(() => {
    if (isDraftWaiting) void saveDraft();
  });
  const saveAtSignOut = useEffectEvent(async () => {
    if (form.isUnsaved) await saveDraft();
  });
  // Not `form.isUnsaved`, which is known with the next render only.
  const hasDraft = useEffectEvent(() => Object.keys(drafts.get(draftKey(stage.id))).length > 0);
  useEffect(() => {
    document.addEventListener('visibilitychange', saveWhenHidden);
    window.addEventListener('online', saveWhenOnline);
    const stop = sendBeforeSignOut({ send: () => saveAtSignOut(), isLeft: () => hasDraft() });
    return () => {
      stop();
      document.removeEventListener('visibilitychange', saveWhenHidden);
      window.removeEventListener('online', saveWhenOnline);
    };
  }, []);

  // A draft may be refused when the person is on the next page already.
  const showProblems = useRef((_: HttpError) => {});
  showProblems.current = (cause) => {
    const problems = cause.problems as Readonly<Record<string, ShownProblem>>;
    const wrong = pageOfProblem(byPage, problems);
    if (wrong !== null && wrong !== page) void goTo(wrong);
    form.show(problems);
  };

  async function submitStage(): Promise<void> {
    const answers = form.check();
    if (answers === null) {
      const wrong = pageOfProblem(byPage, form.problems);
      if (wrong !== null && wrong !== page) void goTo(wrong);
      return;
    }
    setIsSending(true);
    setError(null);
    onSubmitting(true);
    try {
      const { currentStageId } = await saveAnswers({ stage: stage.id, answers });
      form.finish();
      announce(t(currentStageId === null ? 'surveys.surveyDone' : 'surveys.stageDone'));
      await refresh();
      onSubmitted(currentStageId);
    } catch (cause) {
      onSubmitting(false);
      reportInvalid(cause);
      if (hasClosed(cause)) close();
      else if (cause instanceof HttpError && cause.status === 410) await onGone();
      else if (cause instanceof HttpError && cause.code === 'invalid_answers') {
        showProblems.current(cause);
      } else setError(cause);
    } finally {
      setIsSending(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isSending) return;
    if (isLast) return void submitStage();
    const keys = new Set(byPage[page - 1]?.map(({ key }) => key));
    const asked = form.visible.filter(({ key }) => keys.has(key)).map(({ key }) => key);
    if (form.check(asked) === null) return;
    void saveDraft();
    void goTo(page + 1);
  }

  const shown = pages[page - 1];
  const position = [
    ...(part === null ? [] : [part]),
    ...(pages.length > 1 ? [t('surveys.pageOf', { page, total: pages.length })] : []),
  ];
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <header className={styles.header}>
        <IconButton label={t('surveys.back')} onClick={() => (page > 1 ? void goTo(page - 1) : onLeave())}>
          <ArrowLeft aria-hidden size={20} className={styles.arrow} />
        </IconButton>
        <div>
          <h2 className={styles.title} ref={heading} tabIndex={-1}>
            {shown?.localeTitle || stage.localeName}
          </h2>
          {position.length > 0 && <p className={styles.position}>{position.join(' · ')}</p>}
        </div>
      </header>
      {shown?.localeDescription && <p className={styles.description}>{shown.localeDescription}</p>}
      {questions.length === 0 ? (
        <p>{t('surveys.emptyStage')}</p>
      ) : (
        <QuestionList key={page} questions={byPage[page - 1] ?? []} form={form} isDisabled={isSending} />
      )}
      {isDraftWaiting && (
        <Banner action={<Retry onClick={() => void saveDraft()} />}>{t('surveys.draftFailed')}</Banner>
      )}
      {error !== null && (
        <div role="alert">
          <Banner tone="danger" action={<Retry onClick={() => void submitStage()} />}>
            {errorText(error)}
          </Banner>
        </div>
      )}
      <footer className={styles.footer}>
        <Button type="submit" size="md" loading={isSending}>
          {t(isLast ? 'surveys.submit' : 'surveys.continue')}
        </Button>
      </footer>
    </form>
  );
}

/** Reports answers that the server refuses although this page accepted them. */
function reportInvalid(cause: unknown): void {
  if (cause instanceof HttpError && cause.status === 422) void reportError(cause);
}

function Retry({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {t('actions.retry')}
    </Button>
  );
}
