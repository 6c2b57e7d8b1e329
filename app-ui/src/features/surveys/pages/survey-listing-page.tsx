import { useQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { useLocation } from 'react-router';
import { EmptyState, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import { ListNav } from '../../../shared/page/list-nav';
import { TeamLink } from '../../../shared/team/team-link';
import { type Survey, surveysQuery } from '../api/surveys';
import { SurveyCard } from '../components/survey-card';
import styles from './survey-listing-page.module.css';

const LISTS = {
  '/surveylisting': { name: 'all', empty: 'none', text: 'noneText', has: () => true },
  '/surveylisting/pendingsurveys': {
    name: 'pending',
    empty: 'nonePending',
    text: 'noneText',
    has: ({ status }: Survey) => status !== 'COMPLETE',
  },
  '/surveylisting/completedsurveys': {
    name: 'completed',
    empty: 'noneCompleted',
    text: 'noneCompletedText',
    has: ({ status }: Survey) => status === 'COMPLETE',
  },
} as const;

type ListPath = keyof typeof LISTS;

/** All, open or completed surveys of the person. */
export function Component() {
  const { t, i18n } = useTranslation('app');
  const path = useLocation().pathname.replace(/\/$/, '') as ListPath;
  const list = LISTS[path] ?? LISTS['/surveylisting'];
  const { role, status } = useCurrentUser();
  const access = status.experiences.survey;
  const query = useQuery({ ...surveysQuery(i18n.language), enabled: access === 'use' });
  return (
    <div className={styles.page}>
      <HorizonPanel>
        <h1 className={styles.title}>{t('titles.surveys')}</h1>
        <p className={styles.lead}>{t('surveys.lead')}</p>
      </HorizonPanel>
      {access === 'use' ? (
        <>
          <ListNav
            label={t('surveys.lists.label')}
            lists={Object.entries(LISTS).map(([to, { name }]) => ({ to, name: t(`surveys.lists.${name}`) }))}
          />
          <QueryState
            query={query}
            isEmpty={(surveys) => !surveys.some(list.has)}
            empty={
              <EmptyState icon={ClipboardList} title={t(`surveys.${list.empty}`)}>
                {t(`surveys.${list.text}`)}
              </EmptyState>
            }
          >
            {(surveys) => (
              <ul className={styles.surveys}>
                {surveys.filter(list.has).map((survey) => (
                  <SurveyCard key={survey.id} survey={survey} />
                ))}
              </ul>
            )}
          </QueryState>
        </>
      ) : (
        <EmptyState icon={ClipboardList} title={t('surveys.closed')} action={<TeamLink role={role} />}>
          {t(role === 'Staff' ? 'surveys.staff' : 'surveys.closedText')}
        </EmptyState>
      )}
    </div>
  );
}
