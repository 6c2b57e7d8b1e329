import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Banner, HttpError, settingsQuery, useErrorText, useTranslation } from 'ui-kit';
import { GoogleLogo } from './google-logo';
import styles from './social-sign-in.module.css';
import { useSocialSignIn } from './use-social-sign-in';

/** Buttons of the configured sign-in providers; nothing if there are none. */
export function SocialSignIn() {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { data: settings } = useQuery(settingsQuery);
  const { start, progress, failure } = useSocialSignIn();
  const providers = settings?.social ?? [];
  if (providers.length === 0) return null;
  const pendingProvider = providers.find(
    ({ id }) => progress.status === 'waiting' && id === progress.provider,
  );
  // The code of the password form, which here means that the account has a password.
  const hasPassword = failure instanceof HttpError && failure.code === 'other_provider';
  return (
    <section className={styles.providers} aria-label={t('social.title')}>
      <p className={styles.or}>
        <span>{t('social.or')}</span>
      </p>
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {hasPassword ? t('social.hasPassword') : errorText(failure)}
        </Banner>
      )}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          className={styles.provider}
          variant="default"
          size="md"
          fullWidth
          leftSection={id === 'google' ? <GoogleLogo /> : <KeyRound aria-hidden size={20} />}
          aria-disabled={progress.status === 'finishing'}
          onClick={() => {
            if (progress.status !== 'finishing') start(id);
          }}
        >
          {progress.status === 'finishing' ? t('social.busy') : t('social.button', { name })}
        </Button>
      ))}
      <p className={styles.hint} role="status">
        {pendingProvider && t('social.waiting', { name: pendingProvider.name })}
      </p>
    </section>
  );
}
