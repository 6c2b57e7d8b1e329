import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { formatDateTime, formatDay, toast, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import { useCurrentUser } from '../../../../shared/account/use-current-user';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import {
  assignCase,
  type CaseDetails,
  endHold,
  endMentorshipOf,
  extendHold,
  liftSilence,
  liftSuspension,
  measuresQuery,
  suspendPersonOf,
  TOPIC,
} from '../api/cases';
import styles from './case-measures.module.css';

const MIN_REASON = 3;
const MAX_REASON = 500;

/** A measure with the sentence that it shows before and after. */
interface Measure {
  label: string;
  /** What it leaves behind. */
  text: string;
  /** The notice afterwards; empty for none. */
  done: string | ((person: string) => string);
  needsReason?: boolean;
  /** Whether it may end on a day. */
  hasEnd?: boolean;
  /** People of whom one is chosen. */
  people?: { id: string; name: string }[];
  act: (given: { reason: string; until: string | null; person: string }) => Promise<void>;
}

/** What staff can do about the people of a case, each with its consequences before it happens. */
export function CaseMeasures({ item }: { item: CaseDetails }) {
  const { t, i18n } = useTranslation('staff');
  const { id: selfId } = useCurrentUser();
  const { data } = useQuery(measuresQuery(item.id));
  const [open, setOpen] = useState<Measure | null>(null);
  const factor = useSecondFactor();
  const titleId = useId();
  const one = item.reporter?.name || t('safeguarding.deletedAccount');
  const name = item.about.name || t('safeguarding.deletedAccount');
  const others = (data?.assignees ?? []).flatMap(({ id, name: of }) =>
    id === null || id === item.assignedTo?.id ? [] : [{ id, name: of }],
  );

  const allow: Measure = {
    label: t('safeguarding.measures.allow'),
    text: t('safeguarding.measures.allowText', { one, other: name }),
    done: t('safeguarding.measures.allowed'),
    act: () => liftSilence(item),
  };
  const suspend: Measure = {
    label: t('safeguarding.measures.suspend', { name }),
    text: t('safeguarding.measures.suspendText', { name }),
    done: t('safeguarding.measures.suspended', { name }),
    needsReason: true,
    hasEnd: true,
    act: ({ reason, until }) => suspendPersonOf(item, reason, until),
  };
  const release: Measure = {
    label: t('safeguarding.measures.release'),
    text: t('safeguarding.measures.releaseText', { name }),
    done: t('safeguarding.measures.released'),
    act: () => liftSuspension(item),
  };
  const handOver: Measure = {
    label: t('safeguarding.measures.handOver'),
    text: t('safeguarding.measures.handOverText'),
    done: (person) =>
      t('safeguarding.measures.handedOver', { name: others.find(({ id }) => id === person)?.name ?? '' }),
    people: others.filter(({ id }) => id !== selfId),
    act: ({ person }) => assignCase(item, person),
  };
  const endOf = ({ id, members }: { id: string; members: string }): Measure => ({
    label: t('safeguarding.measures.end', { members }),
    text: t('safeguarding.measures.endText'),
    done: t('safeguarding.measures.ended'),
    needsReason: true,
    act: ({ reason }) => endMentorshipOf(item, id, reason),
  });
  const keep: Measure = {
    label: t('safeguarding.hold.keep'),
    text: t('safeguarding.hold.keepText'),
    done: t('safeguarding.hold.kept'),
    needsReason: true,
    act: ({ reason }) => extendHold(item, reason),
  };
  const endOfHold: Measure = {
    label: t('safeguarding.hold.end'),
    text: t('safeguarding.hold.endText'),
    done: t('safeguarding.hold.ended'),
    needsReason: true,
    act: ({ reason }) => factor.run(() => endHold(item, reason)),
  };
  const take: Measure = {
    label: t('safeguarding.measures.take'),
    text: '',
    done: '',
    act: () => assignCase(item, selfId),
  };
  const holdText = ({ messages, reviewAt, aboutName }: NonNullable<CaseDetails['hold']>) => {
    const copies = t('safeguarding.hold.text', {
      count: messages,
      day: formatDay(reviewAt, i18n.language),
    });
    const isErased = aboutName !== '' && aboutName !== item.about.name;
    return isErased ? `${copies} ${t('safeguarding.hold.about', { name: aboutName })}` : copies;
  };
  const button = (measure: Measure) => (
    <Button key={measure.label} variant="default" onClick={() => setOpen(measure)}>
      {measure.label}
    </Button>
  );

  return (
    <section className={styles.measures} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {t('safeguarding.measures.title')}
      </h2>
      <Line
        text={
          item.assignedTo
            ? t('safeguarding.measures.assigned', { name: item.assignedTo.name })
            : t('safeguarding.measures.unassigned')
        }
      >
        {item.assignedTo?.id !== selfId && others.some(({ id }) => id === selfId) && (
          <TakeButton measure={take} />
        )}
        {(handOver.people?.length ?? 0) > 0 && button(handOver)}
      </Line>
      {item.isSilencing && (
        <Line text={t('safeguarding.measures.contactStopped', { one, other: name })}>{button(allow)}</Line>
      )}
      {item.about.id !== null && (
        <Line
          text={
            item.isSuspended
              ? item.suspendedUntil === null
                ? t('safeguarding.measures.isSuspended', { name })
                : t('safeguarding.measures.isSuspendedUntil', {
                    name,
                    time: formatDateTime(item.suspendedUntil, i18n.language),
                  })
              : ''
          }
        >
          {item.isSuspended ? button(release) : button(suspend)}
          {data?.mentorships.map((mentorship) => button(endOf(mentorship)))}
        </Line>
      )}
      {item.hold && (
        <Line text={holdText(item.hold)}>
          {button(keep)}
          {item.resolvedAt !== null && button(endOfHold)}
        </Line>
      )}
      {factor.dialog}
      {open && <MeasureDialog measure={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      {text !== '' && <p>{text}</p>}
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}

function useMeasure(measure: Measure, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: measure.act,
    onSuccess: async (_, { person }) => {
      onDone?.();
      const notice = typeof measure.done === 'string' ? measure.done : measure.done(person);
      await Promise.all([
        notice === '' ? undefined : toast(notice),
        queries.invalidateQueries({ queryKey: [TOPIC] }),
      ]);
    },
  });
}

/** Acts at once: it needs nothing, and the next person can take the case over. */
function TakeButton({ measure }: { measure: Measure }) {
  const take = useMeasure(measure);
  return (
    <Button
      variant="light"
      loading={take.isPending}
      onClick={() => take.mutate({ reason: '', until: null, person: '' })}
    >
      {measure.label}
    </Button>
  );
}

/** Asks for what a measure needs, below the sentence that says what it leaves behind. */
function MeasureDialog({ measure, onClose }: { measure: Measure; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [person, setPerson] = useState('');
  const act = useMeasure(measure, onClose);
  const isReady =
    (measure.needsReason !== true || reason.trim().length >= MIN_REASON) &&
    (measure.people === undefined || person !== '');
  return (
    <FormDialog
      title={measure.label}
      text={measure.text}
      cancel={t('safeguarding.cancel')}
      submit={measure.label}
      isReady={isReady}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate({ reason: reason.trim(), until: endOfDay(until), person })}
      onClose={onClose}
    >
      {measure.people && (
        <fieldset className={styles.people}>
          <legend>{t('safeguarding.measures.to')}</legend>
          {measure.people.map(({ id, name }) => (
            <label key={id} className={styles.person}>
              <input type="radio" name="person" checked={person === id} onChange={() => setPerson(id)} />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      {measure.needsReason && (
        <TextArea
          label={t('safeguarding.measures.why')}
          hint={t('safeguarding.measures.whyHint')}
          rows={2}
          maxLength={MAX_REASON}
          value={reason}
          onChange={setReason}
        />
      )}
      {measure.hasEnd && (
        <label className={styles.day}>
          {t('safeguarding.measures.until')}
          <input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
          <small>{t('safeguarding.measures.untilHint')}</small>
        </label>
      )}
    </FormDialog>
  );
}

/** The end of a local day as a time; null without a day. */
function endOfDay(day: string): string | null {
  if (day === '') return null;
  const end = new Date(`${day}T00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}
