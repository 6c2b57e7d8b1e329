import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Banner, HttpError, IconButton, toast, useErrorText, useTranslation } from 'ui-kit';
import {
  type Mentorship,
  mentorshipSessionsQuery,
  nameOf,
  peopleOf,
} from '../../../shared/mentorships/mentorship';
import { type CalendarEvent, useDeleteEvent, useSaveEvent } from './calendar';
import { bodyOf, draftOf, type EventDraft, newDraft, type Problems, problemsOf } from './event-draft';
import styles from './event-form.module.css';
import { formatEventTime } from './event-time';
import { Field } from './field';
import { FindTime } from './find-time';
import type { Day } from './month';
import { useCalendarAddress } from './use-calendar-address';

interface EventFormProps {
  mentorship: Mentorship;
  /** The event as stored now; undefined for a new one. */
  event: CalendarEvent | undefined;
  /** Whether someone has deleted it meanwhile. */
  isGone: boolean;
  /** Of a new event. */
  day: Day;
}

/** Adds or edits an event. What is typed stays when saving fails. */
export function EventForm({ mentorship, event, isGone, day }: EventFormProps) {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  const address = useCalendarAddress();
  const save = useSaveEvent(mentorship.id);
  const { data: sessions = [] } = useQuery(mentorshipSessionsQuery(mentorship.id, i18n.language));
  // The version that the person sees: what is stored can move on meanwhile.
  const [seen, setSeen] = useState(event);
  const newTitle = t('mentorship.calendar.form.newTitle', { name: nameOf(mentorship) });
  const [draft, setDraft] = useState(() => (event ? draftOf(event) : newDraft(day, new Date(), newTitle)));
  const [problems, setProblems] = useState<Problems>({});
  // The same for all attempts of this form, so that a repeated one creates no second event.
  const [requestId] = useState(() => crypto.randomUUID());
  const change = (part: Partial<EventDraft>) => setDraft((before) => ({ ...before, ...part }));
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hasConflict = save.error instanceof HttpError && save.error.code === 'event_changed';
  const textOf = (field: keyof Problems) =>
    problems[field] && t(`mentorship.calendar.form.${problems[field]}`);

  function store(edited: CalendarEvent | undefined): void {
    const found = problemsOf(draft, edited, new Date());
    setProblems(found);
    if (Object.keys(found).length > 0 || save.isPending) return;
    const mentorGroup = mentorship.mentorshipType === '1toM' ? mentorship.id : null;
    const partner = peopleOf(mentorship)[1]?.id;
    const ids = { mentorship: mentorship.id, mentorGroup, partner, timeZone, request: requestId };
    const body = bodyOf(draft, edited, ids);
    save.mutate(
      { event: edited?.id ?? null, body },
      {
        onSuccess: () => {
          toast(t('mentorship.calendar.form.saved'));
          address.closeForm(draft.time.slice(0, 10));
        },
        onError: (error) => {
          if (!(error instanceof HttpError)) return;
          if (error.fields.scheduledTime) setProblems({ scheduledTime: 'past' });
          if (error.fields.repeatsUntil) setProblems({ repeatsUntil: 'untilPast' });
        },
      },
    );
  }

  function submit(submitted: FormEvent): void {
    submitted.preventDefault();
    store(isGone ? undefined : seen);
  }

  function showTheirs(): void {
    if (event === undefined) return;
    setSeen(event);
    setDraft(draftOf(event));
    setProblems({});
    save.reset();
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {t(event ? 'mentorship.calendar.editEvent' : 'mentorship.calendar.addEvent')}
        </h2>
        {event && !isGone && <DeleteControl mentorship={mentorship.id} event={event} />}
      </div>
      {isGone && <Banner tone="warning">{t('mentorship.calendar.conflict.gone')}</Banner>}
      {hasConflict && event && !isGone && (
        <Banner tone="warning" role="alert">
          {t('mentorship.calendar.conflict.text', {
            title: event.title,
            time: formatEventTime(event.scheduledTime, i18n.language),
          })}
          <span className={styles.choices}>
            <Button variant="light" onClick={showTheirs}>
              {t('mentorship.calendar.conflict.theirs')}
            </Button>
            <Button variant="subtle" onClick={() => store(event)}>
              {t('mentorship.calendar.conflict.mine')}
            </Button>
          </span>
        </Banner>
      )}
      <Field label={t('mentorship.calendar.form.title')} problem={textOf('title')}>
        {(control) => (
          <input
            {...control}
            dir="auto"
            maxLength={120}
            required
            value={draft.title}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
          />
        )}
      </Field>
      <fieldset className={styles.choice}>
        <legend>{t('mentorship.calendar.form.isMentoringCall')}</legend>
        {([true, false] as const).map((answer) => (
          <label key={String(answer)}>
            <input
              type="radio"
              name="isMentoringCall"
              checked={draft.isMentoringCall === answer}
              aria-describedby={problems.isPairGroupCall && 'call-problem'}
              onChange={() => change({ isMentoringCall: answer })}
            />
            {t(answer ? 'mentorship.calendar.form.yes' : 'mentorship.calendar.form.no')}
          </label>
        ))}
        {problems.isPairGroupCall && (
          <p className={styles.problem} id="call-problem">
            {textOf('isPairGroupCall')}
          </p>
        )}
      </fieldset>
      <Field label={t('mentorship.calendar.form.session')} problem={undefined}>
        {(control) => (
          <select
            {...control}
            value={draft.session}
            onChange={({ currentTarget }) => change({ session: currentTarget.value })}
          >
            <option value="">{t('mentorship.calendar.form.noSession')}</option>
            {sessions.map(({ id, localeTitle }) => (
              <option key={id} value={localeTitle}>
                {localeTitle}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={t('mentorship.calendar.form.time')}
        hint={t('mentorship.calendar.form.zone', { zone: timeZone.replaceAll('_', ' ') })}
        problem={textOf('scheduledTime')}
      >
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            required
            value={draft.time}
            onChange={({ currentTarget }) => change({ time: currentTarget.value })}
          />
        )}
      </Field>
      <FindTime mentorship={mentorship} onChoose={(time) => change({ time })} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.isWeekly}
          onChange={({ currentTarget }) => change({ isWeekly: currentTarget.checked })}
        />
        {t('mentorship.calendar.form.weekly')}
      </label>
      {draft.isWeekly && (
        <Field label={t('mentorship.calendar.form.until')} problem={textOf('repeatsUntil')}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={draft.until}
              onChange={({ currentTarget }) => change({ until: currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Field label={t('mentorship.calendar.form.description')} problem={undefined}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            maxLength={2000}
            value={draft.description}
            onChange={({ currentTarget }) => change({ description: currentTarget.value })}
          />
        )}
      </Field>
      {save.error && !hasConflict && Object.keys(problems).length === 0 && !isGone && (
        <Banner tone="danger" role="alert">
          {errorText(save.error)}
        </Banner>
      )}
      <div className={styles.buttons}>
        <Button variant="subtle" onClick={() => address.closeForm()}>
          {t('mentorship.calendar.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t(
            isGone
              ? 'mentorship.calendar.conflict.again'
              : event
                ? 'mentorship.calendar.confirmChanges'
                : 'mentorship.calendar.createEvent',
          )}
        </Button>
      </div>
    </form>
  );
}

function DeleteControl({ mentorship, event }: { mentorship: string; event: CalendarEvent }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const address = useCalendarAddress();
  const remove = useDeleteEvent(mentorship);
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked) {
    return (
      <IconButton label={t('mentorship.calendar.form.delete')} size={44} onClick={() => setIsAsked(true)}>
        <Trash2 aria-hidden size={20} />
      </IconButton>
    );
  }
  const question = event.repeatsUntil === null ? 'deleteQuestion' : 'deleteWeekly';
  return (
    <Banner tone="danger" role="alert">
      {remove.error ? errorText(remove.error) : t(`mentorship.calendar.form.${question}`)}
      <span className={styles.choices}>
        <Button
          color="red"
          loading={remove.isPending}
          onClick={() =>
            remove.mutate(event.id, {
              onSuccess: () => {
                toast(t('mentorship.calendar.form.deleted'));
                address.closeForm();
              },
            })
          }
        >
          {t('mentorship.calendar.form.delete')}
        </Button>
        <Button variant="subtle" onClick={() => setIsAsked(false)}>
          {t('mentorship.calendar.form.keep')}
        </Button>
      </span>
    </Banner>
  );
}
