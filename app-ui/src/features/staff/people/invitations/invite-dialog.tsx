import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { languages, toast, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { isEmail } from '../../../../shared/forms/email';
import { listKey } from '../../../../shared/lists/use-list';
import { useMissing } from '../../../../shared/lists/use-missing';
import { staffAccessQuery } from '../../api/staff';
import { INVITATIONS, invite, ROLES } from './invitation';

/** Invites one person. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { data: access } = useQuery(staffAccessQuery);
  const programmes = access?.managedProgrammes ?? [];
  const [form, setForm] = useState({
    programme: programmes[0]?.id ?? '',
    email: '',
    firstName: '',
    lastName: '',
    role: 'mentee',
    language: i18n.language,
  });
  const act = useMutation({
    mutationFn: () => invite(form),
    onSuccess: () => {
      void toast(t('invitations.invited', { name: form.firstName }));
      void queries.invalidateQueries({ queryKey: listKey(INVITATIONS) });
      onClose();
    },
  });
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: value })),
  });
  return (
    <FormDialog
      title={t('invitations.invite')}
      text={t('invitations.inviteText')}
      cancel={t('safeguarding.cancel')}
      submit={t('invitations.send')}
      missing={missing({
        [t('invitations.email')]: !isEmail(form.email),
        [t('invitations.firstName')]: form.firstName.trim() === '',
        [t('invitations.lastName')]: form.lastName.trim() === '',
      })}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate()}
      onClose={onClose}
    >
      <TextInput
        size="md"
        label={t('invitations.email')}
        type="email"
        dir="ltr"
        autoComplete="off"
        required
        {...field('email')}
      />
      <TextInput
        size="md"
        label={t('invitations.firstName')}
        dir="auto"
        autoComplete="off"
        required
        {...field('firstName')}
      />
      <TextInput
        size="md"
        label={t('invitations.lastName')}
        dir="auto"
        autoComplete="off"
        required
        {...field('lastName')}
      />
      <NativeSelect
        size="md"
        label={t('people.role')}
        data={ROLES.map((value) => ({ value, label: t(`people.roles.${value}`) }))}
        {...field('role')}
      />
      <NativeSelect
        size="md"
        label={t('invitations.language')}
        data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        {...field('language')}
      />
      {programmes.length > 1 && (
        <NativeSelect
          size="md"
          label={t('people.programme')}
          data={programmes.map(({ id, title }) => ({ value: id, label: title }))}
          {...field('programme')}
        />
      )}
    </FormDialog>
  );
}
