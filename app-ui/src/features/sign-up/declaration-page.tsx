import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { http, LoadingState, type Schemas, useTranslation } from 'ui-kit';
import entry from '../entry/entry-form.module.css';
import { TextBlocks } from '../texts/text-blocks';
import type { SignUpRole } from './sign-up-form';
import styles from './sign-up-page.module.css';
import { useLogged } from './use-logged';

interface DeclarationPageProps {
  role: SignUpRole;
  hasAccepted: boolean;
  onChange: (hasAccepted: boolean) => void;
  onContinue: () => void;
}

export function DeclarationPage({ role, hasAccepted, onChange, onContinue }: DeclarationPageProps) {
  const { t, i18n } = useTranslation('app');
  const type = role.toLowerCase();
  const { data, error } = useQuery({
    queryKey: ['declaration', type, i18n.language],
    queryFn: ({ signal }) =>
      http<Schemas['DeclarationText']>(`api/v2/declarations/?type=${type}&language_code=${i18n.language}`, {
        signal,
        anonymous: true,
      }),
    retry: false,
  });

  // Nobody is kept out because a text could not be read.
  useLogged(error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (hasAccepted) onContinue();
  }

  return (
    <form className={entry.form} onSubmit={submit} aria-label={t('signUp.title.1')}>
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
      <Button className={entry.submit} type="submit" size="md" fullWidth disabled={!hasAccepted}>
        {t('signUp.continue')}
      </Button>
    </form>
  );
}
