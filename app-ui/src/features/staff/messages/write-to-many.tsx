import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { i18n, toLanguage, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import type { BulkFormProps } from '../../../shared/lists/bulk-bar';
import { BulkRefusal } from '../../../shared/lists/bulk-run';
import { useMissing } from '../../../shared/lists/use-missing';
import type { Person } from '../people/person';
import { answer, MAX_CHARS, signed } from './conversation';
import { ROLES, TEMPLATES, type Template } from './templates';
import styles from './write-to-many.module.css';

/** Texts that need no message before them. */
const FIRST_TEXTS = TEMPLATES.filter((key) => key !== 'received' && key !== 'meeting');

/** One text to each of many people: own words, or a text that each reads in their language. */
export function WriteToMany({ title, count, onSubmit, onClose }: BulkFormProps<Person>) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const { firstName } = useCurrentUser();
  const [template, setTemplate] = useState<Template | null>(null);
  const [words, setWords] = useState('');
  const submit = () => {
    // Sent again after a lost answer, it is stored once in each conversation.
    const tempId = crypto.randomUUID();
    onSubmit(async (person) => {
      if (template !== null && (ROLES[template] ?? person.role) !== person.role)
        throw new BulkRefusal(t('messages.otherRole'));
      const text = template === null ? words : await textFor(person, template);
      await answer(person.id, { tempId, text: signed(text, firstName), seen: null });
    });
  };
  return (
    <FormDialog
      title={title}
      text={t('messages.manyText', { count })}
      cancel={t('messages.manyCancel')}
      submit={t('messages.send')}
      missing={missing({ [t('messages.manyWords')]: template === null && words.trim() === '' })}
      onSubmit={submit}
      onClose={onClose}
    >
      <NativeSelect
        label={t('messages.manyKind')}
        value={template ?? ''}
        onChange={({ currentTarget: { value } }) =>
          setTemplate(FIRST_TEXTS.find((key) => key === value) ?? null)
        }
        data={[
          { value: '', label: t('messages.ownWords') },
          ...FIRST_TEXTS.map((key) => ({ value: key, label: t(`messages.templates.${key}.title`) })),
        ]}
      />
      {template === null ? (
        <TextArea
          label={t('messages.manyWords')}
          hint={t('messages.manyHint', { name: firstName })}
          rows={5}
          maxLength={MAX_CHARS}
          value={words}
          onChange={setWords}
        />
      ) : (
        <div className={styles.preview}>
          <p>{t('messages.manyTemplate')}</p>
          <blockquote className={styles.words}>
            {t(`messages.templates.${template}.text`, { name: '…' })}
          </blockquote>
        </div>
      )}
    </FormDialog>
  );
}

/** The text in the language that a person reads. */
async function textFor({ firstName, language }: Person, template: Template): Promise<string> {
  const theirs = toLanguage(language) ?? 'en';
  await i18n.loadLanguages(theirs);
  return i18n.getFixedT(theirs, 'staff')(`messages.templates.${template}.text`, { name: firstName });
}
