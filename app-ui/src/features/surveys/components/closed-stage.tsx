import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import type { AnswerDrafts } from '../../../shared/questions/drafts';
import { draftKey, type Stage } from '../api/surveys';
import { ClosedSurvey } from './closed-survey';
import { typedOf } from './unsent';
import { UnsentAnswers } from './unsent-answers';

interface ClosedStageProps {
  id: string;
  /** Undefined if the survey had closed before the page was opened. */
  stage: Stage | undefined;
  drafts: AnswerDrafts;
}

/** A stage of a survey that has closed: what was typed on this device stays, to be copied. */
export function ClosedStage({ id, stage, drafts }: ClosedStageProps) {
  const { t, i18n } = useTranslation('app');
  const [answers, setAnswers] = useState(() => typedOf(stage, drafts.get(draftKey(id)), i18n.language));
  if (answers.length === 0) return <ClosedSurvey />;
  return (
    <UnsentAnswers
      title={stage?.localeName ?? t('surveys.over.title')}
      text={t('surveys.over.typed')}
      answers={answers.map((one, index) => ({
        ...one,
        label: one.label || t('surveys.over.answer', { number: index + 1 }),
      }))}
      to={{ address: '/surveylisting', label: t('surveys.toList') }}
      onRemove={() => {
        drafts.remove(draftKey(id));
        setAnswers([]);
      }}
    />
  );
}
