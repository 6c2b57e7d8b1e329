import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ClipboardList } from 'lucide-react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { EmptyState, HttpError, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import { hasClosed, type Survey, surveyQuery } from '../api/surveys';
import { ClosedSurvey } from '../components/closed-survey';
import { StageProgress } from '../components/stage-progress';
import { UnsentLinks } from '../components/unsent-links';
import { useOpenUntil } from '../components/use-open-until';
import { usePartText } from '../components/use-part-text';
import styles from './survey-page.module.css';

/** The current stage of a survey, and the way into it. */
export function Component() {
  const { i18n } = useTranslation('app');
  const [search] = useSearchParams();
  const state = useLocation().state as { surveyId?: string; from?: string } | null;
  const id = search.get('id') ?? state?.surveyId;
  const query = useQuery({
    ...surveyQuery(id ?? '', i18n.language),
    enabled: id !== undefined,
  });
  if (id === undefined) return <Navigate to="/surveylisting" replace />;
  const { error } = query;
  if (hasClosed(error)) return <Closed />;
  if (error instanceof HttpError && error.status === 404) return <UnknownSurvey />;
  return (
    <QueryState query={query}>{(survey) => <KnownSurvey survey={survey} from={state?.from} />}</QueryState>
  );
}

function KnownSurvey({ survey, from }: { survey: Survey; from: string | undefined }) {
  const { t } = useTranslation('app');
  const { localeName, localeShortDescription, stages, currentStageId, status, backgroundImage } = survey;
  const current = stages.find((stage) => stage.id === currentStageId);
  const part = usePartText()(survey);
  const openUntil = useOpenUntil()(survey);
  return (
    <div className={styles.page}>
      <HorizonPanel>
        <h1 className={styles.title}>{localeName}</h1>
        <p className={styles.lead}>{localeShortDescription}</p>
        {openUntil !== null && <p className={styles.until}>{openUntil}</p>}
      </HorizonPanel>
      <section className={styles.card}>
        <StageProgress stages={stages} currentId={currentStageId} />
        <div className={styles.stage}>
          {backgroundImage !== null && <img className={styles.picture} src={backgroundImage} alt="" />}
          <div className={styles.words}>
            {current === undefined ? (
              <p className={styles.done}>
                <CircleCheck aria-hidden size={22} />
                {t('surveys.surveyDone')}
              </p>
            ) : (
              <>
                {part !== null && (
                  <p className={styles.part} id="survey-part">
                    {part}
                  </p>
                )}
                <h2 className={styles.name}>{current.localeName}</h2>
                <p className={styles.description}>{current.localeDescription}</p>
              </>
            )}
            <UnsentLinks stages={stages} />
          </div>
        </div>
        <div className={styles.actions}>
          <Button component={Link} to="/surveylisting" variant="subtle">
            {t('surveys.toList')}
          </Button>
          {current === undefined ? (
            <Button size="md" disabled>
              {t('surveys.finish')}
            </Button>
          ) : (
            <Button
              size="md"
              component={Link}
              to={`/stage?id=${current.id}`}
              state={{ from }}
              aria-describedby={part === null ? undefined : 'survey-part'}
            >
              {t(status === 'NOT_STARTED' ? 'surveys.begin' : 'surveys.finish')}
            </Button>
          )}
        </div>
      </section>
    </div>
  );
}

function Closed() {
  const { t } = useTranslation('app');
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('titles.survey')}</h1>
      <ClosedSurvey />
    </div>
  );
}

function UnknownSurvey() {
  const { t } = useTranslation('app');
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('titles.survey')}</h1>
      <EmptyState
        icon={ClipboardList}
        title={t('surveys.unknown')}
        action={
          <Button component={Link} to="/surveylisting" variant="light">
            {t('surveys.toList')}
          </Button>
        }
      >
        {t('surveys.unknownText')}
      </EmptyState>
    </div>
  );
}
