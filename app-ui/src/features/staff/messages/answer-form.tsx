import { Button, NativeSelect } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, Suspense, useId, useRef } from 'react';
import { announce, Banner, toLanguage, useErrorText, useTranslation } from 'ui-kit';
import { TextArea } from 'ui-kit/text-area';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { useRefresh } from '../components/use-refresh';
import styles from './answer-form.module.css';
import { answer, type ConversationPage } from './conversation';

const MAX_CHARS = 3_900;

/** Texts that staff send often. */
const TEMPLATES = ['received', 'vetting', 'consent', 'silent', 'meeting'] as const;

/** An answer in the name of the team. What is typed stays in this tab until it is sent. */
export function AnswerForm({ conversation }: { conversation: ConversationPage }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const refresh = useRefresh();
  const { firstName } = useCurrentUser();
  const { person, head, language } = conversation;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText, forget] = useSessionStorage({
    key: `mentor-hub.answer.${person.id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  // Sent again after a lost answer, it is the same message.
  const tempId = useRef(crypto.randomUUID());
  const send = useMutation({
    mutationFn: () =>
      answer(person.id, { tempId: tempId.current, text: signed(text, firstName), seen: head }),
    onSuccess: async () => {
      tempId.current = crypto.randomUUID();
      forget();
      announce(t('messages.sent'));
      await refresh();
      field.current?.focus();
    },
    // A colleague may have been faster: the page shows their answer.
    onError: refresh,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate();
  };
  const insert = (template: string) => {
    setText((before) => (before.trim() === '' ? template : `${before.trimEnd()}\n\n${template}`));
    field.current?.focus();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextArea
        ref={field}
        label={t('messages.answer')}
        hint={t('messages.answerHint', { name: firstName })}
        rows={4}
        maxLength={MAX_CHARS}
        value={text}
        onChange={setText}
      />
      {send.error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(send.error)}
        </Banner>
      )}
      <div className={styles.row}>
        <Suspense>
          <Templates language={toLanguage(language) ?? 'en'} name={person.name} onChoose={insert} />
        </Suspense>
        <Button type="submit" loading={send.isPending} disabled={text.trim() === ''}>
          {t('messages.send')}
        </Button>
      </div>
    </form>
  );
}

interface TemplatesProps {
  /** Of the person who reads it. */
  language: string;
  name: string;
  onChoose: (text: string) => void;
}

/** Texts in the language of the person, by their titles in that of the page. */
function Templates({ language, name, onChoose }: TemplatesProps) {
  const { t } = useTranslation('staff');
  const { t: theirs } = useTranslation('staff', { lng: language });
  const id = useId();
  const [firstName] = name.split(' ');
  return (
    <NativeSelect
      id={id}
      className={styles.templates}
      aria-label={t('messages.template')}
      value=""
      onChange={({ currentTarget: { value } }) =>
        value !== '' && onChoose(theirs(`messages.templates.${value}.text`, { name: firstName }))
      }
      data={[
        { value: '', label: t('messages.template') },
        ...TEMPLATES.map((key) => ({ value: key, label: t(`messages.templates.${key}.title`) })),
      ]}
    />
  );
}

/** People read 'Staff' as the author: the first name stands in the text. */
function signed(text: string, firstName: string): string {
  const trimmed = text.trim();
  const isSigned = trimmed.split('\n').at(-1)?.includes(firstName) === true;
  return isSigned || firstName === '' ? trimmed : `${trimmed}\n– ${firstName}`;
}
