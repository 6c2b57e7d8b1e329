import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { HttpError, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import { isEmail } from '../../../../shared/forms/email';
import { useMissing } from '../../../../shared/lists/use-missing';
import { useAct } from '../../components/use-act';
import { nameOf } from '../person';
import { correctPerson, type PersonIdentity, type PersonRecord } from './person-record';

const identityOf = ({ firstName, lastName, email }: PersonRecord): PersonIdentity => ({
  firstName,
  lastName,
  email,
});

const FIELDS = ['firstName', 'lastName', 'email'] as const;

/** What is right, where only other fields were corrected meanwhile. */
const rebased = (typed: PersonIdentity, was: PersonIdentity, now: PersonIdentity): PersonIdentity => {
  const kept = (name: keyof PersonIdentity) => (typed[name] === was[name] ? now[name] : typed[name]);
  return { firstName: kept('firstName'), lastName: kept('lastName'), email: kept('email') };
};

/** Corrects the name or the address of a person. The fields begin with what the page showed, which the server compares. */
export function CorrectDialog({ person, onClose }: { person: PersonRecord; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const [was, setWas] = useState(() => identityOf(person));
  const [is, setIs] = useState(was);
  const [reference, setReference] = useState('');
  const act = useAct(
    () => correctPerson(person.id, was, is, reference.trim()),
    t('person.correction.done'),
    onClose,
  );
  const now = identityOf(person);
  const isOutdated = act.error instanceof HttpError && act.error.code === 'changed_meanwhile';
  if (isOutdated && FIELDS.some((name) => now[name] !== was[name])) {
    // What was fetched after the refusal is seen from now on; what was typed stays, for the decision.
    setWas(now);
    setIs((typed) => rebased(typed, was, now));
  }
  const field = (name: keyof PersonIdentity) => ({
    size: 'md' as const,
    autoComplete: 'off',
    required: true,
    value: is[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setIs((before) => ({ ...before, [name]: value })),
  });
  const isOtherAddress = is.email.trim().toLowerCase() !== was.email;
  const isChanged = isOtherAddress || is.firstName !== was.firstName || is.lastName !== was.lastName;
  const isComplete = is.firstName.trim() !== '' && is.lastName.trim() !== '' && isEmail(is.email);
  return (
    <FormDialog
      title={t('person.correction.title')}
      text={t('person.correction.text')}
      cancel={t('safeguarding.cancel')}
      submit={t('person.correction.submit')}
      isReady={isComplete}
      missing={
        isChanged
          ? missing({ [t('person.correction.reference')]: reference.trim().length < 3 })
          : t('dialogs.unchanged')
      }
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate()}
      onClose={onClose}
    >
      {isOutdated && (
        <p dir="auto">{t('person.correction.now', { name: nameOf(person), email: person.email })}</p>
      )}
      <TextInput label={t('invitations.firstName')} dir="auto" {...field('firstName')} />
      <TextInput label={t('invitations.lastName')} dir="auto" {...field('lastName')} />
      <TextInput
        label={t('invitations.email')}
        description={isOtherAddress ? t('person.correction.addressHint') : undefined}
        inputWrapperOrder={['label', 'input', 'description']}
        type="email"
        dir="ltr"
        {...field('email')}
      />
      <TextArea
        label={t('person.correction.reference')}
        hint={t('person.correction.referenceHint')}
        rows={2}
        maxLength={500}
        value={reference}
        onChange={setReference}
      />
    </FormDialog>
  );
}
