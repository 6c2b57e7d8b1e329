import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { Banner, useErrorText, useTranslation } from 'ui-kit';
import { mentorshipQuery, peopleOf } from '../../../shared/mentorships/mentorship';
import { introAddress, stepAddress } from '../addresses';
import { sessionQuery, useStartSession } from '../api/learning';
import type { SessionDetail } from '../types';
import '../components/session-colors.css';
import { QueuedEntries } from '../components/queued-entries';
import { SessionMissing } from '../components/session-missing';
import { StepList } from '../components/step-list';
import { TimeLeft } from '../components/time-left';
import '../texts';
import styles from './summary-page.module.css';

/** The steps of a mentorship's session, with who is where. Opening it begins the session. */
export function SummaryPage() {
  const { i18n } = useTranslation('learning');
  const { sessionId = '' } = useParams();
  const { data, error, refetch } = useQuery(sessionQuery(sessionId, i18n.language));
  if (data === undefined) return <SessionMissing error={error} onRetry={() => void refetch()} />;
  // Sessions of the learning hub have no summary.
  if (data.mentorship === null) return <Navigate to={introAddress(data.id)} replace />;
  return <Summary session={data} mentorship={data.mentorship} />;
}

function Summary({ session, mentorship }: { session: SessionDetail; mentorship: string }) {
  const { t, i18n } = useTranslation('learning');
  const errorText = useErrorText();
  const people = useQuery(mentorshipQuery(mentorship, i18n.language));
  const start = useStartSession(i18n.language);
  const { id, localeTitle, color, sessionStatus, lastStepId, sessionSteps } = session;
  const isBegun = sessionStatus !== null;
  const hasBegun = useRef(isBegun);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, unless it fails
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    start.mutate(id);
  }, [id]);
  const forward = lastStepId ?? sessionSteps[0]?.id ?? '';
  return (
    <article className={styles.page} data-color={color}>
      <QueuedEntries />
      <header className={styles.head}>
        <Link
          className={styles.back}
          to={introAddress(id)}
          aria-label={t('summary.back')}
          title={t('summary.back')}
        >
          <ArrowLeft aria-hidden className={styles.flip} size={20} />
        </Link>
        <div className={styles.words}>
          <h1 className={styles.title}>
            <bdi>{localeTitle}</bdi>
          </h1>
          <p className={styles.time}>
            <TimeLeft session={session} />
          </p>
        </div>
      </header>
      {start.error !== null && (
        <div role="alert">
          <Banner tone="danger">{errorText(start.error)}</Banner>
          <Button className={styles.retry} variant="default" onClick={() => start.mutate(id)}>
            {t('summary.retry')}
          </Button>
        </div>
      )}
      <StepList session={session} people={people.data === undefined ? [] : peopleOf(people.data)} />
      <Button
        className={styles.forward}
        size="md"
        component={Link}
        to={stepAddress(id, forward)}
        {...(isBegun ? {} : { 'data-disabled': true, 'aria-disabled': true })}
        onClick={(event) => {
          if (!isBegun) event.preventDefault();
        }}
        rightSection={<ArrowRight aria-hidden className={styles.flip} size={18} />}
      >
        {t('summary.forward')}
      </Button>
    </article>
  );
}
