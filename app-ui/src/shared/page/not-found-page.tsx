import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { PageMessage } from './page-message';

export function Component() {
  const { t } = useTranslation('app');
  return (
    <PageMessage
      title={t('notFound.title')}
      action={
        <Button component={Link} to="/">
          {t('notFound.toHome')}
        </Button>
      }
    >
      {t('notFound.text')}
    </PageMessage>
  );
}
