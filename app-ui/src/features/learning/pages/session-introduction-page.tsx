import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Clock, MessageSquareHeart } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import { Banner, useErrorText, useTranslation } from 'ui-kit';
import { TextBlocks } from '../../../shared/rich-text/rich-text';
import { areaAddress, feedbackAddress, stepAddress, summaryAddress } from '../addresses';
import { sessionQuery, useStartSession } from '../api/learning';
import { BookmarkButton } from '../components/bookmark-button';
import { PartnerAwaited } from '../components/partner-awaited';
import { ProgressBar } from '../components/progress-bar';
import { QueuedEntries } from '../components/queued-entries';
import { SessionBanner } from '../components/session-banner';
import { SessionMissing } from '../components/session-missing';
import { StepList } from '../components/step-list';
import { Tags } from '../components/tags';
import { TimeLeft } from '../components/time-left';
import { useKeptSession } from '../hooks/use-kept-session';
import { isFinished } from '../progress';
import type { SessionDetail } from '../types';
import '../texts';
import styles from './session-introduction-page.module.css';

/** What a session is about, and the way into it. */
export function Component() {
  const { i18n } = useTranslation('learning');
  const { id: key, sessionId } = useParams();
  const id = sessionId ?? key ?? '';
  const { data, error, refetch } = useQuery(sessionQuery(id, i18n.language));
  useKeptSession(data !== undefined);
  if (data === undefined) return <SessionMissing error={error} onRetry={() => void refetch()} />;
  return <Introduction session={data} />;
}

function Introduction({ session }: { session: SessionDetail }) {
  const { t } = useTranslation('learning');
  const { id, banner, color, localeTitle, tags, sessionStatus, overviewBlocks } = session;
  return (
    <article className={styles.page} data-color={color}>
      <QueuedEntries />
      <SessionBanner src={banner} shape="wide">
        {session.mentorship !== null && (
          <Link
            className={styles.close}
            to={areaAddress(session)}
            aria-label={t('intro.close')}
            title={t('intro.close')}
          >
            <ArrowLeft aria-hidden className={styles.flip} size={20} />
          </Link>
        )}
      </SessionBanner>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.title}>
            <bdi>{localeTitle}</bdi>
          </h1>
          <div className={styles.facts}>
            <span className={styles.time}>
              {!isFinished(session) && <Clock aria-hidden size={16} />}
              <TimeLeft session={session} />
            </span>
            <Tags tags={tags} />
          </div>
        </div>
        <BookmarkButton session={session} className={styles.bookmark} />
      </header>
      {sessionStatus !== null && !isFinished(session) && <ProgressBar session={session} />}
      <PartnerAwaited session={session} />
      <div className={styles.overview}>
        <TextBlocks blocks={overviewBlocks} />
      </div>
      {session.mentorship === null ? <Begin session={session} /> : <ToSummary session={session} />}
      <section aria-labelledby="session-steps">
        <h2 className={styles.heading} id="session-steps">
          {t('intro.steps')}
        </h2>
        <StepList session={session} />
      </section>
      {isFinished(session) && (
        <Button
          className={styles.feedback}
          component={Link}
          to={feedbackAddress(id)}
          variant="default"
          leftSection={<MessageSquareHeart aria-hidden size={18} />}
        >
          {t(session.feedback === null ? 'intro.feedback' : 'intro.yourFeedback')}
        </Button>
      )}
    </article>
  );
}

/** In a mentorship the way leads over the summary, which starts the session. */
function ToSummary({ session }: { session: SessionDetail }) {
  const { t } = useTranslation('learning');
  const label = isFinished(session) ? 'again' : session.sessionStatus === null ? 'start' : 'continue';
  return (
    <div className={styles.begin}>
      <Button
        size="md"
        component={Link}
        to={summaryAddress(session.id)}
        variant={isFinished(session) ? 'default' : 'filled'}
      >
        {t(`intro.${label}`)}
      </Button>
    </div>
  );
}

/** Starts the session, or goes on with it. */
function Begin({ session }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation('learning');
  const navigate = useNavigate();
  const errorText = useErrorText();
  const start = useStartSession(i18n.language);
  const { id, sessionStatus, currentStepId, sessionSteps } = session;
  const begin = async () => {
    // A failed start shows its error below.
    const begun = await start.mutateAsync(id).catch(() => null);
    const step = begun?.currentStepId ?? begun?.sessionSteps[0]?.id;
    if (step !== undefined) void navigate(stepAddress(id, step));
  };
  const label = { ONGOING: 'intro.continue', COMPLETED: 'intro.again' } as const;
  const toStep = currentStepId ?? sessionSteps[0]?.id ?? '';
  return (
    <div className={styles.begin}>
      {sessionStatus === null ? (
        <Button size="md" loading={start.isPending} onClick={() => void begin()}>
          {t('intro.start')}
        </Button>
      ) : (
        <Button
          size="md"
          component={Link}
          to={stepAddress(id, toStep)}
          variant={sessionStatus === 'COMPLETED' ? 'default' : 'filled'}
        >
          {t(label[sessionStatus as keyof typeof label])}
        </Button>
      )}
      {start.error !== null && (
        <div role="alert">
          <Banner tone="danger">{errorText(start.error)}</Banner>
        </div>
      )}
    </div>
  );
}
