import { Button } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { announce, Banner, useErrorText, useTranslation } from 'ui-kit';
import { TextArea } from 'ui-kit/text-area';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { useRefresh } from '../components/use-refresh';
import { useTextId } from '../components/use-text-id';
import styles from './answer-form.module.css';
import { answer, type ConversationPage, MAX_CHARS, signed } from './conversation';
import { Templates } from './templates';

/** An answer in the name of the team. What is typed stays in this tab until it is sent. */
export function AnswerForm({ conversation }: { conversation: ConversationPage }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const refresh = useRefresh();
  const { id: self, firstName } = useCurrentUser();
  const { person, role, head, language, waitingSince } = conversation;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useSessionStorage({
    key: `mentor-hub.answer.${self}.${person.id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const { idOf, forget } = useTextId();
  // What an inserted text says, for staff who do not read its language.
  const [own, setOwn] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: (typed: string) =>
      answer(person.id, { tempId: idOf(typed), text: signed(typed, firstName), seen: head }),
    onSuccess: async (_, typed) => {
      forget();
      setOwn(null);
      // What was typed meanwhile stays.
      setText((now) => (now === typed ? '' : now));
      announce(t('messages.sent'));
      await refresh();
      field.current?.focus();
    },
    // A colleague may have been faster: the page shows their answer.
    onError: refresh,
  });
  // From another page, to write about something else.
  const [hasCome] = useState(useSearchParams()[0].has('text'));
  const newer = useNewerAnswer(conversation, text.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate(text);
  };
  const insert = (template: string, inOwn: string | null) => {
    setOwn(inOwn);
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
      {waitingSince !== null && hasCome && (
        <Banner tone="warning" role="status">
          {t('messages.answersNow', { name: person.name })}
        </Banner>
      )}
      {own !== null && text.trim() !== '' && (
        <p className={styles.own}>{t('messages.inserted', { text: own })}</p>
      )}
      {send.error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(send.error)}
        </Banner>
      )}
      {newer !== null && (
        <Banner tone="warning" role="status">
          {t('messages.newer', { name: newer })}
        </Banner>
      )}
      <div className={styles.row}>
        <Button type="submit" loading={send.isPending} disabled={text.trim() === ''}>
          {t(newer === null ? 'messages.send' : 'messages.sendAnyway')}
        </Button>
        <Suspense>
          <Templates
            language={language}
            role={role}
            name={person.name}
            isBlank={text.trim() === '' && waitingSince === null}
            onChoose={insert}
          />
        </Suspense>
      </div>
    </form>
  );
}

/** The author of an answer that came after the person began to write; null without one. */
function useNewerAnswer({ messages }: ConversationPage, isWriting: boolean): string | null {
  const { t } = useTranslation('staff');
  const last = messages.findLast(({ isOfStaff, isDeleted }) => isOfStaff && !isDeleted);
  const seq = last?.seq ?? 0;
  const [began, setBegan] = useState(seq);
  // Answers that the page shows before the first letter are no news.
  if (!isWriting && began !== seq) setBegan(seq);
  return isWriting && last !== undefined && seq > began ? (last.author?.name ?? t('messages.team')) : null;
}
