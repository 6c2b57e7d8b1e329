import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Banner, HttpError, settingsQuery, useErrorText, useTranslation } from 'ui-kit';
import { GoogleMark } from './google-mark';
import styles from './social-sign-in.module.css';
import { useSocialSignIn } from './use-social-sign-in';

/** The ways in with an account that people have elsewhere; nothing where there are none. */
export function SocialSignIn() {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { data: settings } = useQuery(settingsQuery);
  const { begin, progress, failure } = useSocialSignIn();
  const providers = settings?.social ?? [];
  if (providers.length === 0) return null;
  const waitsFor = providers.find(({ id }) => progress.status === 'waiting' && id === progress.provider);
  // The same code as with a password, the other way round.
  const hasPassword = failure instanceof HttpError && failure.code === 'other_provider';
  return (
    <section className={styles.ways} aria-label={t('social.title')}>
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
          className={styles.way}
          variant="default"
          size="md"
          fullWidth
          leftSection={id === 'google' ? <GoogleMark /> : <KeyRound aria-hidden size={20} />}
          aria-disabled={progress.status === 'finishing'}
          onClick={() => {
            if (progress.status !== 'finishing') begin(id);
          }}
        >
          {progress.status === 'finishing' ? t('social.busy') : t('social.button', { name })}
        </Button>
      ))}
      <p className={styles.hint} role="status">
        {waitsFor && t('social.waiting', { name: waitsFor.name })}
      </p>
    </section>
  );
}
