import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Banner, publicApi, useErrorText, useTranslation } from 'ui-kit';
import { PageMessage } from '../../../shared/page/page-message';

/** Turns off mails about unread messages. Asks first, because programs open the links of mails. */
export function Component() {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const stop = useMutation({
    mutationFn: () => publicApi.post('/api/v1/notifications/stop-mails/', { params: { query: { token } } }),
  });
  if (stop.isSuccess) {
    return (
      <PageMessage
        title={t('stopMails.done')}
        action={
          <Button component={Link} to="/">
            {t('notFound.toHome')}
          </Button>
        }
      >
        <span role="status">{t('stopMails.doneText')}</span>
      </PageMessage>
    );
  }
  return (
    <PageMessage
      title={t('stopMails.title')}
      action={
        <>
          {stop.error !== null && (
            <Banner tone="danger" role="alert">
              {errorText(stop.error)}
            </Banner>
          )}
          <Button loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('stopMails.submit')}
          </Button>
        </>
      }
    >
      {t('stopMails.text')}
    </PageMessage>
  );
}
