import { useEffect, useMemo } from 'react';
import { Navigate } from 'react-router';
import { useTranslation } from 'ui-kit';
import { dayOf } from '../../../shared/questions/dates';
import type { AnswerDrafts } from '../../../shared/questions/drafts';
import { toQuestions } from '../../../shared/questions/question';
import type { WireAnswer, WireQuestion } from '../../../shared/questions/wire';
import { draftKey, type Stage } from '../api/surveys';
import { unsentOf } from './unsent';
import { UnsentAnswers } from './unsent-answers';

interface SubmittedStageProps {
  stage: Stage;
  stored: readonly WireAnswer[];
  drafts: AnswerDrafts;
  /** Address of the survey, which says how it goes on. */
  toSurvey: string;
  /** The person has deleted the answers. */
  onRemoved: () => void;
}

/** What was typed here for a stage that another device submitted; without it, the way to the survey. */
export function SubmittedStage({ stage, stored, drafts, toSurvey, onRemoved }: SubmittedStageProps) {
  const { t, i18n } = useTranslation('app');
  const { id, pages } = stage;
  const unsent = useMemo(() => {
    const questions = pages.flatMap((page) => toQuestions(page.questions as readonly WireQuestion[]));
    const day = { today: dayOf(new Date()), language: i18n.language };
    return unsentOf(questions, stored, drafts.get(draftKey(id)), day);
  }, [id, pages, stored, drafts, i18n.language]);
  const isNothing = unsent.length === 0;
  useEffect(() => {
    if (isNothing) drafts.remove(draftKey(id));
  }, [isNothing, drafts, id]);

  if (isNothing) return <Navigate to={toSurvey} replace />;
  return (
    <UnsentAnswers
      title={stage.localeName}
      text={t('surveys.submittedStage')}
      answers={unsent.map(({ question, text }) => ({ key: question.key, label: question.label, text }))}
      to={{ address: toSurvey, label: t('surveys.unsent.toSurvey') }}
      onRemove={() => {
        drafts.remove(draftKey(id));
        onRemoved();
      }}
    />
  );
}
