import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { announce, useTranslation } from 'ui-kit';
import { closeAddress, feedbackAddress, introAddress, stepAddress } from '../addresses';
import { useCompleteStep, useVisitStep } from '../api/learning';
import { useArrowKeys } from '../hooks/use-arrow-keys';
import { useSwipe } from '../hooks/use-swipe';
import { isDoneOffered, isFinished, isReached, onForward } from '../progress';
import type { SessionDetail, SessionStep } from '../types';
import { ContentItem } from './content-item';
import { QueuedEntries } from './queued-entries';
import { StepProgress } from './step-progress';
import styles from './step-view.module.css';

interface StepViewProps {
  session: SessionDetail;
  step: SessionStep;
}

/** A step: its content, and the ways to the steps before and after. */
export function StepView({ session, step }: StepViewProps) {
  const { t, i18n } = useTranslation('learning');
  const navigate = useNavigate();
  const complete = useCompleteStep(i18n.language);
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isQuizAsked, setIsQuizAsked] = useState(false);

  const { id, sessionSteps, localeTitle } = session;
  const index = sessionSteps.indexOf(step);
  const [previous, next] = [sessionSteps[index - 1], sessionSteps[index + 1]];
  const isDone = isDoneOffered(session, step);

  const visit = useVisitStep();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    if (session.mentorship !== null) visit.mutate({ session: id, step: step.id });
  }, []);

  // A step begins at its heading, also for screen readers.
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  function completeStep(): boolean {
    const action = onForward(session, step);
    if (action === 'quiz') {
      setIsQuizAsked(true);
      const isOpen = isReached(session, step);
      announce(isOpen ? t('step.quizFirst') : `${t('step.quizFirst')}. ${t('quiz.later')}`);
      content.current?.querySelector<HTMLElement>('[data-missing] a')?.focus();
      return false;
    }
    if (action === 'complete') complete.mutate({ session, step: step.id });
    return true;
  }

  const back = () => {
    if (previous) void navigate(stepAddress(id, previous.id));
  };
  const forward = () => {
    if (next && completeStep()) void navigate(stepAddress(id, next.id));
  };
  const finish = () => {
    const { currentStepId } = session;
    if (!isReached(session, step) && currentStepId !== null) {
      void navigate(stepAddress(id, currentStepId));
      return;
    }
    if (!completeStep()) return;
    announce(t('step.sessionDone'));
    void navigate(session.feedback === null ? feedbackAddress(id) : introAddress(id));
  };

  const swipe = useSwipe({ onForward: forward, onBack: back });
  useArrowKeys({ onForward: forward, onBack: back });

  return (
    <div className={styles.page} data-color={session.color}>
      <header className={styles.head}>
        <Link
          className={styles.close}
          to={closeAddress(session)}
          aria-label={t('step.close')}
          title={t('step.close')}
        >
          <X aria-hidden size={20} />
        </Link>
        <div className={styles.where}>
          <p className={styles.session} dir="auto">
            {localeTitle}
          </p>
          <StepProgress session={session} current={step} />
        </div>
      </header>
      <QueuedEntries />
      <article className={styles.step} {...swipe}>
        <p className={styles.position}>{t('step.place', { step: index + 1, total: sessionSteps.length })}</p>
        <h1 className={styles.title} ref={heading} tabIndex={-1} dir="auto">
          {step.localeTitle}
        </h1>
        <div className={styles.content} ref={content}>
          {step.content.map((item, index) => (
            <ContentItem
              // biome-ignore lint/suspicious/noArrayIndexKey: the content of a version never changes its order
              key={index}
              item={item}
              path={{ session: id, step: step.id }}
              isQuizAsked={isQuizAsked}
              isReached={isReached(session, step)}
            />
          ))}
        </div>
      </article>
      <footer className={styles.foot}>
        {next === undefined && !isDone && !isFinished(session) && (
          <p className={styles.hint}>
            {t(isReached(session, step) ? 'step.quizFirst' : 'step.earlierFirst')}
          </p>
        )}
        <Button
          variant="default"
          size="md"
          disabled={previous === undefined}
          leftSection={<ChevronLeft aria-hidden className={styles.flip} size={18} />}
          onClick={back}
        >
          {t('step.previous')}
        </Button>
        {/* What ends a session comes between the ways, which keep their places. */}
        <div className={styles.end}>
          {isDone && (
            <Button size="md" onClick={finish}>
              {t('step.done')}
            </Button>
          )}
          {next === undefined && isFinished(session) && (
            <Button
              size="md"
              component={Link}
              to={session.feedback === null ? feedbackAddress(id) : introAddress(id)}
            >
              {t(session.feedback === null ? 'intro.feedback' : 'step.toIntro')}
            </Button>
          )}
        </div>
        <Button
          size="md"
          {...(next === undefined ? { 'aria-disabled': true, 'data-disabled': true } : {})}
          rightSection={<ChevronRight aria-hidden className={styles.flip} size={18} />}
          onClick={forward}
        >
          {t('step.next')}
        </Button>
      </footer>
    </div>
  );
}
