import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { Link, Navigate } from 'react-router';
import { useTranslation } from 'ui-kit';
import { dayOf } from '../../../shared/questions/dates';
import type { AnswerDrafts } from '../../../shared/questions/drafts';
import { toQuestions } from '../../../shared/questions/question';
import type { WireAnswer, WireQuestion } from '../../../shared/questions/wire';
import { draftKey, type Stage } from '../api/surveys';
import styles from './submitted-stage.module.css';
import { unsentOf } from './unsent';

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
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, pages } = stage;
  const unsent = useMemo(() => {
    const questions = pages.flatMap((page) => toQuestions(page.questions as readonly WireQuestion[]));
    const day = { today: dayOf(new Date()), language: i18n.language };
    return unsentOf(questions, stored, drafts.get(draftKey(id)), day);
  }, [id, pages, stored, drafts, i18n.language]);
  const isNothing = unsent.length === 0;
  useEffect(() => {
    if (isNothing) drafts.remove(draftKey(id));
    // It takes the place of the form, whose field had the focus.
    else heading.current?.focus();
  }, [isNothing, drafts, id]);

  if (isNothing) return <Navigate to={toSurvey} replace />;
  return (
    <section className={styles.panel}>
      <h2 className={styles.title} ref={heading} tabIndex={-1}>
        {stage.localeName}
      </h2>
      <p>{t('surveys.submittedStage')}</p>
      <h3 className={styles.subtitle}>{t('surveys.unsent.title')}</h3>
      <dl className={styles.answers}>
        {unsent.map(({ question, text }) => (
          <div key={question.key}>
            <dt dir="auto">{question.label}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      <footer className={styles.footer}>
        <Button
          variant="default"
          onClick={() => {
            drafts.remove(draftKey(id));
            onRemoved();
          }}
        >
          {t('surveys.unsent.remove')}
        </Button>
        <Button component={Link} to={toSurvey}>
          {t('surveys.unsent.toSurvey')}
        </Button>
      </footer>
    </section>
  );
}
