import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { api, Banner, formatDateTime, type Schemas, toast, useErrorText, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { TextArea } from 'ui-kit/text-area';
import { staffAccessQuery } from '../api/staff';
import { type Measure, useMeasureDialog } from '../components/measure';
import { Section } from '../components/section';
import { useRefresh } from '../components/use-refresh';
import { useTextId } from '../components/use-text-id';
import styles from './notes.module.css';

const MAX_CHARS = 4_000;

const paramsOf = (person: string) => ({ path: { person } });

const notesQuery = (person: string) =>
  queryOptions({
    queryKey: ['staff', 'notes', person],
    queryFn: ({ signal }) =>
      api.get('/api/staff/people/{person}/notes/', { params: paramsOf(person), signal }),
  });

/** What colleagues should know about a person, for those who write to people. */
export function Notes({ person }: { person: string }) {
  const { data: access } = useQuery(staffAccessQuery);
  return access?.permissions.includes('answer_messages') === true && <NotesOf person={person} />;
}

function NotesOf({ person }: { person: string }) {
  const { t } = useTranslation('staff');
  const query = useQuery(notesQuery(person));
  const { open, dialog, titleRef } = useMeasureDialog();
  const remove = (note: Schemas['StaffNote']): Measure => ({
    label: t('notes.remove'),
    text: t('notes.removeText', { text: note.text }),
    done: t('notes.removed'),
    act: async () => {
      const path = { person, note: note.id };
      await api.delete('/api/staff/people/{person}/notes/{note}/', { params: { path } });
    },
  });
  return (
    <Section title={t('notes.title')} titleRef={titleRef}>
      <p className={styles.lead}>{t('notes.lead')}</p>
      <NoteForm person={person} />
      <QueryState query={query}>
        {(notes) => (
          <ol className={styles.list}>
            {notes.map((note) => (
              <Note key={note.id} note={note} onRemove={note.isOwn ? () => open(remove(note)) : undefined} />
            ))}
          </ol>
        )}
      </QueryState>
      {dialog}
    </Section>
  );
}

function Note({ note, onRemove }: { note: Schemas['StaffNote']; onRemove: (() => void) | undefined }) {
  const { t, i18n } = useTranslation('staff');
  const id = useId();
  return (
    <li className={styles.note}>
      <p className={styles.text} id={id} dir="auto">
        {note.text}
      </p>
      <p className={styles.meta}>
        <bdi>{note.author?.name ?? t('mentorships.former')}</bdi>
        {' · '}
        <time dateTime={note.createdAt}>{formatDateTime(note.createdAt, i18n.language)}</time>
        {onRemove && (
          <button type="button" className={styles.remove} aria-describedby={id} onClick={onRemove}>
            {t('notes.remove')}
          </button>
        )}
      </p>
    </li>
  );
}

function NoteForm({ person }: { person: string }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const refresh = useRefresh();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const { idOf, forget } = useTextId();
  const add = useMutation({
    mutationFn: (typed: string) =>
      api.post('/api/staff/people/{person}/notes/', {
        params: paramsOf(person),
        body: { id: idOf(typed), text: typed },
      }),
    onSuccess: async (_, typed) => {
      forget();
      setText((now) => (now === typed ? '' : now));
      // The button goes with the text.
      field.current?.focus();
      void toast(t('notes.added'));
      await refresh();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !add.isPending) add.mutate(text);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextArea
        ref={field}
        label={t('notes.new')}
        rows={2}
        maxLength={MAX_CHARS}
        value={text}
        onChange={setText}
      />
      {add.error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(add.error)}
        </Banner>
      )}
      {text.trim() !== '' && (
        <Button className={styles.add} type="submit" variant="default" loading={add.isPending}>
          {t('notes.add')}
        </Button>
      )}
    </form>
  );
}
