import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import formStyles from '../../../../shared/forms/form.module.css';
import type { SignUpDraft } from '../../api/sign-up-draft';
import type { SignUpForm, SignUpRole } from '../../api/sign-up-form';
import { useSignUp } from '../../api/use-sign-up';
import { DetailField } from './detail-field';
import { LanguageField } from './language-field';
import { ProgrammeField } from './programme-field';
import styles from './sign-up.module.css';
import { SignUpFailure } from './sign-up-failure';
import { type DetailErrors, type DetailName, validateDetails } from './validate-details';

interface DetailsStepProps {
  draft: SignUpDraft;
  form: SignUpForm & { role: SignUpRole };
  /** An invitation asks neither for a programme nor for an institution. */
  isInvited: boolean;
  onChange: (changes: Partial<SignUpForm>) => void;
}

/** Asks for the details of the person. Every field is required, and keeps its value after an error. */
export function DetailsStep({ draft, form, isInvited, onChange }: DetailsStepProps) {
  const { t } = useTranslation('app');
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<DetailErrors>({});
  const { signUp, failure, isBusy } = useSignUp();

  function change(name: DetailName, value: string): void {
    onChange({ [name]: value });
    setErrors(({ [name]: _, ...others }) => others);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const found = validateDetails(form, isInvited);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first === undefined) await signUp(draft, form);
    else element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  const field = (name: DetailName) => ({
    name,
    label: t(`signUp.field.${name}`),
    value: form[name],
    onChange: (value: string) => change(name, value),
    error: errors[name] && t(errors[name]),
  });

  return (
    <form
      ref={element}
      className={formStyles.form}
      noValidate
      onSubmit={submit}
      aria-label={t('signUp.title.2')}
    >
      {failure !== null && <SignUpFailure error={failure} email={draft.email} />}
      <div className={styles.names}>
        <DetailField {...field('firstName')} autoComplete="given-name" />
        <DetailField {...field('lastName')} autoComplete="family-name" />
      </div>
      <DetailField {...field('phoneNumber')} type="tel" inputMode="tel" autoComplete="tel" dir="ltr" />
      {isInvited ? (
        <p className={styles.note}>{t('invitation.programme', { programme: form.programmeName })}</p>
      ) : form.role === 'Mentee' ? (
        <ProgrammeField {...field('project')} email={draft.email} />
      ) : (
        <DetailField
          {...field('institutionCode')}
          autoComplete="off"
          dir="ltr"
          description={t('signUp.institutionHint')}
        />
      )}
      <LanguageField {...field('language')} />
      <Button className={formStyles.submit} type="submit" size="md" fullWidth aria-disabled={isBusy}>
        {isBusy ? t('signUp.busy') : t('signUp.submit')}
      </Button>
    </form>
  );
}
