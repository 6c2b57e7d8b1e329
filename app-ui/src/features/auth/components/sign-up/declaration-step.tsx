import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { LoadingState, publicApi, useTranslation } from 'ui-kit';
import formStyles from '../../../../shared/forms/form.module.css';
import { TextBlocks } from '../../../../shared/rich-text/rich-text';
import type { SignUpRole } from '../../api/sign-up-form';
import styles from './sign-up.module.css';
import { useLogError } from './use-log-error';

interface DeclarationStepProps {
  role: SignUpRole;
  hasAccepted: boolean;
  onChange: (hasAccepted: boolean) => void;
  onContinue: () => void;
}

export function DeclarationStep({ role, hasAccepted, onChange, onContinue }: DeclarationStepProps) {
  const { t, i18n } = useTranslation('app');
  const type = role.toLowerCase();
  const { data, error } = useQuery({
    queryKey: ['declaration', type, i18n.language],
    queryFn: ({ signal }) =>
      publicApi.get('/api/v2/declarations/', {
        params: { query: { type, language_code: i18n.language } },
        signal,
      }),
    retry: false,
  });

  // A declaration that fails to load does not block the sign-up.
  useLogError(error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (hasAccepted) onContinue();
  }

  return (
    <form className={formStyles.form} onSubmit={submit} aria-label={t('signUp.title.1')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keys */}
      <section className={styles.declaration} aria-label={t('signUp.title.1')} tabIndex={0}>
        {data ? (
          <TextBlocks blocks={data.blocks} />
        ) : error === null ? (
          <LoadingState />
        ) : (
          <p className={styles.note}>{t('signUp.noDeclaration')}</p>
        )}
      </section>
      <label className={styles.accept}>
        <input
          className={styles.box}
          type="checkbox"
          checked={hasAccepted}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {t('signUp.accept')}
      </label>
      <Button className={formStyles.submit} type="submit" size="md" fullWidth disabled={!hasAccepted}>
        {t('signUp.continue')}
      </Button>
    </form>
  );
}
