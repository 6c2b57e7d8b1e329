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
import { problemOf } from '../draft';
import { useKeptDraft } from '../use-kept-draft';
import styles from './announcement-editor.module.css';
import { AudienceFields } from './audience-fields';
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
  const [isSending, setIsSending] = useState(false);
  const [isFlushing, setIsFlushing] = useState(false);
  const isRefused = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const { open, dialog } = useMeasureDialog();
  const { data: access } = useQuery(staffAccessQuery);
  const programme =
    access?.programmes.find((one) => one.id === draft.programme)?.title ?? announcement.programme.title;
  const problem = problemOf(draft, languages);

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
    const isSaved = await kept.flush();
    // Another programme may have another zone.
    if (isSaved) await queries.refetchQueries({ queryKey: announcementQuery(id).queryKey });
    setIsFlushing(false);
    if (isSaved) setIsSending(true);
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
        {kept.isConflict && <Conflict id={id} kept={kept} />}
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
            <AudienceFields draft={draft} isChecked={isChecked} onChange={kept.change} />
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
      {isSending && (
        <SendDialog
          announcement={announcement}
          draft={draft}
          programme={programme}
          revision={kept.revision()}
          onSent={kept.forget}
          onClose={() => setIsSending(false)}
        />
      )}
      {dialog}
    </>
  );
}

/** A colleague saved the draft meanwhile: the author decides which one stays. */
function Conflict({ id, kept }: { id: string; kept: ReturnType<typeof useKeptDraft> }) {
  const { t } = useTranslation('staff');
  const queries = useQueryClient();
  const stored = () => queries.fetchQuery({ ...announcementQuery(id), staleTime: 0 });
  return (
    <Banner tone="warning" role="alert">
      <p>{t('announcements.conflict')}</p>
      <div className={styles.buttons}>
        <Button variant="default" size="xs" onClick={async () => kept.keepOwn(await stored())}>
          {t('announcements.keepOwn')}
        </Button>
        <Button variant="default" size="xs" onClick={async () => kept.takeStored(await stored())}>
          {t('announcements.takeStored')}
        </Button>
      </div>
    </Banner>
  );
}
