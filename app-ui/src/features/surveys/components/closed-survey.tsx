import { Button } from '@mantine/core';
import { CalendarX2 } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState, useTranslation } from 'ui-kit';

/** Says that a survey has closed, with the way to the others. */
export function ClosedSurvey() {
  const { t } = useTranslation('app');
  return (
    <EmptyState
      icon={CalendarX2}
      title={t('surveys.over.title')}
      action={
        <Button component={Link} to="/surveylisting" variant="light">
          {t('surveys.toList')}
        </Button>
      }
    >
      {t('surveys.over.text')}
    </EmptyState>
  );
}
