import { Button } from '@mantine/core';
import { ClipboardList } from 'lucide-react';
import { Link, Navigate, useLocation } from 'react-router';
import { EmptyState, useTranslation } from 'ui-kit';
import { pendingSurveys } from '../../../shared/account/pending-surveys';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { PanelPage } from '../../../shared/page/panel-page';

/** The pending survey of the navigation state. */
export function Component() {
  const { t } = useTranslation('app');
  const { status } = useCurrentUser();
  const { state } = useLocation();
  const wanted = (state as { surveyId?: string } | null)?.surveyId;
  const survey = pendingSurveys(status).find(({ surveyId }) => surveyId === wanted);
  if (survey === undefined) return <Navigate to="/surveylisting" replace />;
  return (
    <PanelPage title={t('titles.survey')} lead={t('surveys.lead')}>
      <EmptyState
        icon={ClipboardList}
        title={t('surveys.pending')}
        action={
          <Button component={Link} to="/learninghub" variant="light">
            {t('surveys.later')}
          </Button>
        }
      >
        {t('surveys.notYet')}
      </EmptyState>
    </PanelPage>
  );
}
