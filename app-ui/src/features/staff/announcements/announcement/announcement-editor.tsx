import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Banner, useErrorText, useTranslation } from 'ui-kit';
import { staffAccessQuery } from '../../api/staff';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { RecordTitle } from '../../components/record-title';
import { Section } from '../../components/section';
import { type Announcement, announcementQuery, discardAnnouncement } from '../announcement';
import { type Draft, problemOf } from '../draft';
import { useKeptDraft } from '../use-kept-draft';
import styles from './announcement-editor.module.css';
import { AudienceFields } from './audience-fields';
import { Conflict } from './conflict';
import { SendDialog } from './send-dialog';
import { TextFields } from './text-fields';

/** Writes a draft. The server keeps it with each pause; nothing is sent before the dialog asks. */
export function AnnouncementEditor({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id, languages } = announcement;
  const kept = useKeptDraft(announcement);
  const { draft } = kept;
  const [isChecked, setIsChecked] = useState(false);
  // What the author has read and is about to send.
  const [sending, setSending] = useState<{ revision: number; draft: Draft } | null>(null);
  const [isOvertaken, setIsOvertaken] = useState(false);
  const [isFlushing, setIsFlushing] = useState(false);
  const isRefused = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const { open, dialog } = useMeasureDialog();
  const { data: access } = useQuery(staffAccessQuery);
  const programme =
    access?.programmes.find((one) => one.id === draft.programme)?.title ?? announcement.programme.title;
  const problem = problemOf(draft, languages);
  const { cohort, isCohortRemoved } = announcement;
  const removedCohort = isCohortRemoved && cohort?.id === draft.cohort ? cohort.name : null;

  // The fields show what is wrong first.
  useLayoutEffect(() => {
    if (!isRefused.current) return;
    isRefused.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], input')?.focus();
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    isRefused.current = problem !== null;
    if (problem !== null || isFlushing) return;
    setIsFlushing(true);
    setIsOvertaken(false);
    const isSaved = await kept.flush();
    const revision = kept.revision();
    // Another programme may have another zone.
    const { queryKey } = announcementQuery(id);
    if (isSaved) await queries.refetchQueries({ queryKey });
    setIsFlushing(false);
    if (!isSaved) return;
    if ((queries.getQueryData<Announcement>(queryKey)?.revision ?? revision) !== revision)
      setIsOvertaken(true);
    else setSending({ revision, draft });
  }

  const discard: Measure = {
    label: t('announcements.discard'),
    text: t('announcements.discardText'),
    done: t('announcements.discarded'),
    act: async () => {
      await discardAnnouncement(id, kept.revision());
      kept.forget();
      await navigate('/staff/announcements', { replace: true });
    },
  };
  return (
    <>
      <form
        className={styles.form}
        ref={form}
        noValidate
        aria-label={t('announcements.draft')}
        onSubmit={submit}
      >
        <header>
          <RecordTitle>{t('announcements.draft')}</RecordTitle>
          <p className={styles.hint} role="status">
            {t(
              kept.isSaved
                ? 'announcements.kept'
                : kept.error === null
                  ? 'announcements.keeping'
                  : 'announcements.notKept',
            )}
          </p>
        </header>
        {kept.isConflict && (
          <Conflict
            id={id}
            keepOwn={async (stored) => {
              // The page shows the typed texts beside one that is no draft any more.
              if (stored.state === 'draft') await kept.keepOwn(stored);
            }}
            takeStored={kept.takeStored}
          />
        )}
        {isOvertaken && !kept.isConflict && (
          <Banner tone="warning" role="alert">
            {t('announcements.overtaken')}
          </Banner>
        )}
        {kept.error !== null && !kept.isConflict && (
          <Banner
            tone="danger"
            role="alert"
            action={
              <Button variant="default" size="xs" onClick={() => void kept.flush()}>
                {t('actions.retry', { ns: 'common' })}
              </Button>
            }
          >
            {errorText(kept.error)}
          </Banner>
        )}
        <Section title={t('announcements.texts')}>
          <div className={styles.fields}>
            <TextFields
              texts={draft.texts}
              languages={languages}
              isChecked={isChecked}
              onChange={(texts) => kept.change({ texts })}
            />
            {isChecked && problem === 'noText' && (
              <p className={styles.problem} role="alert">
                {t('announcements.problems.noText')}
              </p>
            )}
          </div>
        </Section>
        <Section title={t('announcements.audience')}>
          <div className={styles.fields}>
            <AudienceFields
              draft={draft}
              isChecked={isChecked}
              removedCohort={removedCohort}
              onChange={kept.change}
            />
          </div>
        </Section>
        <div className={styles.buttons}>
          <Button type="submit" size="md" loading={isFlushing}>
            {t('announcements.send')}
          </Button>
          <Button variant="default" size="md" onClick={() => open(discard)}>
            {t('announcements.discard')}
          </Button>
        </div>
      </form>
      {sending !== null && (
        <SendDialog
          announcement={announcement}
          draft={sending.draft}
          programme={programme}
          revision={sending.revision}
          onSent={kept.forget}
          onOvertaken={() => {
            setSending(null);
            setIsOvertaken(true);
          }}
          onClose={() => setSending(null)}
        />
      )}
      {dialog}
    </>
  );
}
