import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { HttpError, toast, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { AnswerDrafts } from '../../../shared/questions/drafts';
import '../../../shared/questions/texts';
import {
  answersQuery,
  hasClosed,
  stageQuery,
  surveyOf,
  surveyQuery,
  useRefreshSurveys,
} from '../api/surveys';
import { ClosedStage } from '../components/closed-stage';
import { clampPage } from '../components/pages';
import { StageForm } from '../components/stage-form';
import { StageProgress } from '../components/stage-progress';
import { SubmittedStage } from '../components/submitted-stage';
import { usePartText } from '../components/use-part-text';
import styles from './stage-page.module.css';

/** The questions of a stage. */
export function Component() {
  const { t, i18n } = useTranslation('app');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const state = useLocation().state as { stageId?: string; from?: string } | null;
  const id = search.get('id') ?? state?.stageId ?? '';
  const survey = useQuery({ ...surveyQuery(surveyOf(id), i18n.language), enabled: id !== '' });
  const stage = useQuery({ ...stageQuery(id, i18n.language), enabled: id !== '' });
  const answers = useQuery({ ...answersQuery(id), enabled: id !== '' });

  const refresh = useRefreshSurveys();
  const { id: accountId } = useCurrentUser();
  const drafts = useMemo(() => new AnswerDrafts(accountId), [accountId]);
  const [goneId, setGoneId] = useState('');
  const [closedId, setClosedId] = useState('');
  const partText = usePartText();

  // The live update of this page's own submission arrives before its answer.
  const isSubmitting = useRef(false);

  const error = survey.error ?? stage.error ?? answers.error;
  const toSurvey = `/survey?id=${surveyOf(id)}`;
  if (id === '') return <Navigate to="/surveylisting" replace />;
  if (closedId === id || hasClosed(error)) {
    return (
      <div className={styles.page}>
        <h1 className={styles.survey}>{survey.data?.localeName ?? t('titles.survey')}</h1>
        <ClosedStage key={id} id={id} stage={stage.data} drafts={drafts} />
      </div>
    );
  }
  if (error instanceof HttpError && error.status === 404) return <Navigate to={toSurvey} replace />;
  if (survey.data === undefined || stage.data === undefined || answers.data === undefined) {
    const retry = () => void Promise.all([survey, stage, answers].map((query) => query.refetch()));
    return (
      <>
        <QueryState query={{ data: undefined, error, refetch: retry }}>{() => null}</QueryState>
        {error !== null && (
          // The page has a phone's screen to itself: it leads back itself.
          <Button component={Link} to="/surveylisting" variant="subtle">
            {t('surveys.toList')}
          </Button>
        )}
      </>
    );
  }
  const toNext = () => void navigate(toSurvey, { replace: true, state });
  if ((answers.data.isSubmitted || goneId === id) && !isSubmitting.current) {
    const stored = answers.data.answers;
    const props = { stage: stage.data, stored, drafts, toSurvey, onRemoved: toNext };
    return (
      <div className={styles.page}>
        <h1 className={styles.survey}>{survey.data.localeName}</h1>
        <SubmittedStage key={id} {...props} />
      </div>
    );
  }
  const total = Math.max(stage.data.pages.length, 1);
  const stepsLeft = total - clampPage(search.get('page'), total) + 1;
  return (
    <div className={styles.page}>
      <h1 className={styles.survey}>{survey.data.localeName}</h1>
      <StageProgress stages={survey.data.stages} currentId={id} stepsLeft={stepsLeft} />
      <StageForm
        key={id}
        stage={stage.data}
        part={partText({ stages: survey.data.stages, currentStageId: id })}
        stored={answers.data.answers}
        draftRevision={answers.data.draftRevision}
        drafts={drafts}
        onOutdated={() => {
          void answers.refetch();
          void toast(t('surveys.outdated'));
        }}
        onSubmitting={(is) => {
          isSubmitting.current = is;
        }}
        onSubmitted={(next) => {
          if (next === null) void toast(t('surveys.surveyDone'));
          void navigate(next === null ? (state?.from ?? '/') : toSurvey, { replace: true, state });
        }}
        onGone={async () => {
          await Promise.all([refresh(), answers.refetch()]);
          setGoneId(id);
        }}
        onClosed={() => {
          setClosedId(id);
          void refresh();
        }}
        onLeave={() => void navigate(toSurvey, { state })}
      />
    </div>
  );
}
