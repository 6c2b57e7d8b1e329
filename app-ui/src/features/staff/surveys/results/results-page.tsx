import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Printer } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { EmptyState, useTranslation } from 'ui-kit';
import { staffAccessQuery } from '../../api/staff';
import { RecordPage } from '../../components/record-page';
import { RecordTitle } from '../../components/record-title';
import { Section } from '../../components/section';
import { ROLES, resultsQuery, type SurveyKey, type SurveyResults } from '../survey-window';
import { ExportAnswers } from './export-answers';
import { Questions } from './questions';
import styles from './results-page.module.css';
import { sideOf } from './sides';

/** What people answered to a survey of a programme. */
export function Component() {
  const { t } = useTranslation('staff');
  const { programme = '', survey = '' } = useParams();
  const key = { programme, survey };
  return (
    <div className={styles.page}>
      <RecordPage query={useQuery(resultsQuery(key))} list="/staff/surveys" back={t('surveys.back')} isWide>
        {(results) => <Results results={results} of={key} />}
      </RecordPage>
    </div>
  );
}

function Results({ results, of }: { results: SurveyResults; of: SurveyKey }) {
  const { t } = useTranslation('staff');
  const { survey, programme, sent, stages } = results;
  const { data: access } = useQuery(staffAccessQuery);
  const mayExport = access?.permissions.includes('export_people') === true;
  // Some have answered parts and not sent it.
  const answers = stages.flatMap(({ questions }) => questions.map(({ answered }) => answered));
  const roles = ROLES.filter((role) => [sent, ...answers].some((count) => count[sideOf(role)] > 0));
  return (
    <div className={styles.parts}>
      <header className={styles.head}>
        <RecordTitle>
          <bdi>{survey.name}</bdi>
        </RecordTitle>
        <p className={styles.line}>
          <bdi>{programme.title}</bdi>
        </p>
        {roles.length > 0 && (
          <>
            <dl className={styles.figures}>
              {roles.map((role) => (
                <div key={role} className={styles.figure}>
                  <dt>{t(`surveys.results.sentBy.${role}`)}</dt>
                  <dd>{sent[sideOf(role)]}</dd>
                </div>
              ))}
            </dl>
            <div className={styles.buttons} data-screen-only>
              {mayExport && <ExportAnswers of={of} />}
              <Button
                variant="default"
                leftSection={<Printer aria-hidden size={17} />}
                onClick={() => window.print()}
              >
                {t('surveys.results.print')}
              </Button>
            </div>
          </>
        )}
      </header>
      {roles.length === 0 ? (
        <EmptyState
          icon={ClipboardList}
          title={t('surveys.results.none')}
          action={
            <Button
              component={Link}
              to={`/staff/surveys/new?${new URLSearchParams({ ...of })}`}
              variant="light"
            >
              {t('surveys.ask')}
            </Button>
          }
        >
          {t('surveys.results.noneText')}
        </EmptyState>
      ) : (
        stages.map(({ key, name, questions }) => (
          <Section key={key} title={stages.length > 1 ? name : t('surveys.results.answers')}>
            <Questions questions={questions} roles={roles} of={of} />
          </Section>
        ))
      )}
    </div>
  );
}
