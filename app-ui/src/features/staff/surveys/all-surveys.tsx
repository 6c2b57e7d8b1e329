import { useQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { Section } from '../components/section';
import { resultsPage, useRolesText } from './survey-texts';
import { type ProgrammeSurveys, ROLES, type StaffSurvey, surveysQuery } from './survey-window';
import styles from './surveys-page.module.css';

/** The surveys of each programme, who may take them, and how many have. */
export function AllSurveys() {
  const { t } = useTranslation('staff');
  return (
    <Section title={t('surveys.all')}>
      <QueryState
        query={useQuery(surveysQuery)}
        isEmpty={({ programmes }) => programmes.every(({ surveys }) => surveys.length === 0)}
        empty={
          <EmptyState icon={ClipboardList} title={t('surveys.noSurveys')}>
            {t('surveys.noSurveysText')}
          </EmptyState>
        }
      >
        {({ programmes }) => (
          <div className={styles.programmes}>
            {programmes
              .filter(({ surveys }) => surveys.length > 0)
              .map((programme) => (
                <div key={programme.id}>
                  {programmes.length > 1 && (
                    <h3 className={styles.programme}>
                      <bdi>{programme.title}</bdi>
                    </h3>
                  )}
                  <ul className={styles.surveys}>
                    {programme.surveys.map((survey) => (
                      <Survey key={survey.key} survey={survey} programme={programme} />
                    ))}
                  </ul>
                </div>
              ))}
          </div>
        )}
      </QueryState>
    </Section>
  );
}

function Survey({ survey, programme }: { survey: StaffSurvey; programme: ProgrammeSurveys }) {
  const { t } = useTranslation('staff');
  const { name, stages, questions, canTake } = survey;
  return (
    <li className={styles.survey}>
      <div className={styles.about}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.note}>
          {t('surveys.parts', { count: stages })} · {t('surveys.questions', { count: questions })}
        </span>
        <span className={styles.note}>{useOpenText()(survey)}</span>
      </div>
      <dl className={styles.sent}>
        {ROLES.filter((role) => canTake.includes(role)).map((role) => {
          const { sent } = role === 'mentor' ? survey.mentors : survey.mentees;
          return (
            <div key={role}>
              <dt>{t(`surveys.results.sentBy.${role}`)}</dt>
              <dd>{sent}</dd>
            </div>
          );
        })}
      </dl>
      <Link
        className={styles.link}
        to={resultsPage({ survey, programme })}
        aria-label={`${t('surveys.results.title')}: ${name}`}
      >
        {t('surveys.results.title')}
      </Link>
    </li>
  );
}

/** Returns a function that says who may take a survey without being asked. */
function useOpenText(): (survey: StaffSurvey) => string {
  const { t } = useTranslation('staff');
  const rolesOf = useRolesText();
  return ({ openTo, canTake }) => {
    if (canTake.length === 0) return t('surveys.offered.off');
    if (openTo.length === 0) return t('surveys.offered.asked');
    if (openTo.length < canTake.length) return t(`surveys.offered.${openTo[0] ?? 'mentor'}`);
    return t('surveys.offered.always', { roles: rolesOf(openTo) });
  };
}
