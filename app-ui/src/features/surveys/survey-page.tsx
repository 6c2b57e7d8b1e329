import { Button } from '@mantine/core';
import { ClipboardList } from 'lucide-react';
import { Link, Navigate, useLocation } from 'react-router';
import { EmptyState, useTranslation } from 'ui-kit';
import { pendingSurveys } from '../landing/landing';
import { PlacePage } from '../places/place-page';
import { useMe } from '../shell/app-layout';

/** The one survey that waits; which one, the navigation says. */
export function Component() {
  const { t } = useTranslation('app');
  const { status } = useMe();
  const { state } = useLocation();
  const wanted = (state as { surveyId?: string } | null)?.surveyId;
  const survey = pendingSurveys(status).find(({ surveyId }) => surveyId === wanted);
  if (survey === undefined) return <Navigate to="/surveylisting" replace />;
  return (
    <PlacePage title={t('titles.survey')} lead={t('surveys.lead')}>
      <EmptyState
        icon={ClipboardList}
        title={t('surveys.one')}
        action={
          <Button component={Link} to="/learninghub" variant="light">
            {t('surveys.later')}
          </Button>
        }
      >
        {t('surveys.notYet')}
      </EmptyState>
    </PlacePage>
  );
}
