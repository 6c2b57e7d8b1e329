import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { announce, HttpError, toast, useErrorText, useTranslation } from 'ui-kit';
import { RecordTitle } from '../../../components/record-title';
import { Section } from '../../../components/section';
import { useRefresh } from '../../../components/use-refresh';
import { ContentReadOnly } from '../../content-read-only';
import { isPreviewed, PreviewPanel } from '../preview/preview-panel';
import { type Definition, editTexts, type Place, type TextChange } from '../texts';
import { usePlaceText } from '../use-place-text';
import { editOf, groupsOf, homelessOf, overtakenOf, placesOf, rebased, textIn, withSetBack } from './draft';
import { EntryButtons } from './entry-buttons';
import { MailParts } from './mail-parts';
import { OvertakenTexts } from './overtaken-texts';
import { PlaceFields } from './place-fields';
import { PreviewDialog } from './preview-dialog';
import { SaveDialog } from './save-dialog';
import styles from './text-editor.module.css';
import { TextHistory } from './text-history';
import { useTypedTexts } from './use-typed-texts';

const ENTRIES = 'questions';

/** Where the preview has a column of its own. */
const HAS_ROOM = '(min-width: 1200px)';

/** Keys of new questions: they are part of addresses. */
const newKey = () => `question-${crypto.randomUUID().slice(0, 8)}`;

/** Changes the texts of a definition in all languages. What is typed stays in this tab until it is saved. */
export function TextEditor({ definition }: { definition: Definition }) {
  const { t, i18n } = useTranslation('staff');
  const errorText = useErrorText();
  const refresh = useRefresh();
  const { partsText, fieldText } = usePlaceText();
  const { typed, setTyped, change, setEntries } = useTypedTexts(definition);
  const [isAsking, setIsAsking] = useState(false);
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const hasRoom = useMediaQuery(HAS_ROOM, false, { getInitialValueInEffect: false });
  const hasPreview = isPreviewed(definition);
  const form = useRef<HTMLFormElement>(null);
  /** The question whose heading takes the focus that a removal has lost. */
  const [afterRemoval, setAfterRemoval] = useState<{ entry: string | undefined } | null>(null);
  const nextHeading = useRef<HTMLHeadingElement>(null);
  const { kind, key, languages, mayChange } = definition;
  const places = placesOf(definition, typed);
  const isOvertaken = typed !== null && typed.revision !== definition.revision;
  const save = useMutation({
    mutationFn: (askAgain: boolean) => {
      const { texts, entries } = editOf(definition, typed);
      const expected = typed?.revision ?? definition.revision;
      return editTexts(kind, key, { expected, texts, entries, askAgain });
    },
    onSuccess: async () => {
      setIsAsking(false);
      setTyped(null);
      await Promise.all([toast(t('texts.saved')), refresh()]);
    },
    onError: async () => {
      setIsAsking(false);
      await refresh();
    },
  });
  const failure = save.error instanceof HttpError ? save.error : null;
  const problems = failure?.problems ?? {};
  const problemAt = (place: string): string | null => {
    const code = problems[place]?.code;
    if (code === undefined) return null;
    return t([`texts.problems.${code}`, 'texts.problems.other'], {
      value: problems[place]?.value ?? '',
      sentence: failure?.fields[place]?.[0] ?? '',
    });
  };
  // The first text that was refused.
  useEffect(() => {
    if (failure?.code !== 'texts_refused') return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  useEffect(() => {
    if (afterRemoval === null) return;
    (nextHeading.current ?? form.current?.querySelector<HTMLElement>('h1'))?.focus();
  }, [afterRemoval]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === null || isOvertaken || save.isPending) return;
    if (kind === 'document') setIsAsking(true);
    else save.mutate(false);
  };
  const forget = () => {
    save.reset();
    setTyped(null);
  };
  const setBack = (before: TextChange) => {
    save.reset();
    setTyped(withSetBack(definition, typed, before));
    announce(t('texts.setBackReady'));
    form.current?.querySelector<HTMLElement>('h1')?.focus();
  };
  const titles = definition.mail?.subjects ?? places[0]?.texts;
  const title = titles?.[i18n.language] ?? titles?.en ?? key;
  const entries = typed?.entries ?? definition.entries;
  const remove = (entry: string, name: string) => {
    if (entries === null) return;
    const place = entries.indexOf(entry);
    setEntries(entries.filter((key) => key !== entry));
    setAfterRemoval({ entry: entries[place + 1] ?? entries[place - 1] });
    announce(t('texts.entries.removed', { name }));
  };
  const headingOf = (group: readonly Place[]) =>
    group[0] === undefined || group[0].parts.length === 0
      ? t(kind === 'mail' ? 'texts.mailHead' : 'texts.head')
      : partsText(group[0]);
  const openPreview =
    hasPreview && !hasRoom ? (
      <Button variant="default" size="md" onClick={() => setIsPreviewOpen(true)}>
        {t('texts.reading.open')}
      </Button>
    ) : null;
  return (
    <>
      <div className={hasPreview ? styles.columns : undefined}>
        <form ref={form} className={styles.form} noValidate aria-label={t('texts.form')} onSubmit={submit}>
          <header>
            <RecordTitle>
              <bdi>{title}</bdi>
            </RecordTitle>
            <p className={styles.hint}>
              {t(`texts.kinds.${kind}`)}
              {kind === 'mail' && ` · ${t(`texts.mails.${key}`, '')}`}
            </p>
          </header>
          {!mayChange && <ContentReadOnly />}
          {!mayChange && openPreview !== null && <div>{openPreview}</div>}
          {isOvertaken && typed !== null && (
            <OvertakenTexts
              overtaken={overtakenOf(definition, typed)}
              homeless={homelessOf(definition, typed)}
              languages={languages}
              onDecide={(isMine) => {
                save.reset();
                setTyped(rebased(definition, typed, isMine));
              }}
            />
          )}
          {groupsOf(places).map(({ id, places: group }) => {
            const entry = group[0]?.path.split('/')[1] ?? '';
            const isEntry = entries !== null && group[0]?.path.startsWith(`${ENTRIES}/`) === true;
            return (
              <Section
                key={id}
                title={headingOf(group)}
                {...(isEntry && entry === afterRemoval?.entry && { titleRef: nextHeading })}
              >
                <div className={styles.group}>
                  {group.map((place) => (
                    <PlaceFields
                      key={place.path}
                      place={place}
                      languages={languages}
                      isReadOnly={!mayChange || save.isPending}
                      textOf={(language) => textIn(place, typed, language)}
                      problemOf={(language) =>
                        problemAt(`${place.path}|${language}`) ??
                        (language === 'en' ? problemAt(place.path) : null)
                      }
                      onChange={(language, text) => change(place, language, text)}
                    />
                  ))}
                  {mayChange && isEntry && (
                    <EntryButtons
                      entries={entries}
                      entry={entry}
                      name={headingOf(group)}
                      isDisabled={save.isPending}
                      onChange={setEntries}
                      onRemove={() => remove(entry, headingOf(group))}
                    />
                  )}
                </div>
              </Section>
            );
          })}
          {mayChange && entries !== null && (
            <div className={styles.buttons}>
              <Button
                variant="default"
                disabled={save.isPending}
                onClick={() => setEntries([...entries, newKey()])}
              >
                {t('texts.entries.add')}
              </Button>
              {problemAt(ENTRIES) !== null && <p className={styles.problem}>{problemAt(ENTRIES)}</p>}
            </div>
          )}
          {mayChange && (
            <div className={styles.bar}>
              <Button
                type="submit"
                size="md"
                disabled={typed === null || isOvertaken}
                loading={save.isPending}
              >
                {t('texts.save')}
              </Button>
              <Button variant="subtle" size="md" disabled={typed === null || save.isPending} onClick={forget}>
                {t('texts.forget')}
              </Button>
              {openPreview}
              <p className={styles.hint} role="status">
                {typed === null ? t('texts.nothing') : t('texts.unsaved')}
              </p>
              {save.error !== null && !isOvertaken && (
                <p className={styles.problem} role="alert">
                  {errorText(save.error)}
                  {problems[''] !== undefined && ` ${problemAt('')}`}
                </p>
              )}
            </div>
          )}
        </form>
        {hasPreview && (
          <aside className={styles.aside}>
            {hasRoom && (
              <Section title={t('texts.reading.title')}>
                <PreviewPanel definition={definition} typed={typed} />
              </Section>
            )}
            {definition.mail !== null && <MailParts parts={definition.mail} />}
          </aside>
        )}
      </div>
      <TextHistory
        definition={definition}
        fieldText={fieldText}
        onSetBack={mayChange && !isOvertaken ? setBack : null}
      />
      {isPreviewOpen && !hasRoom && (
        <PreviewDialog definition={definition} typed={typed} onClose={() => setIsPreviewOpen(false)} />
      )}
      {isAsking && (
        <SaveDialog
          agreed={definition.agreed ?? 0}
          isPending={save.isPending}
          onSave={(askAgain) => save.mutate(askAgain)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
