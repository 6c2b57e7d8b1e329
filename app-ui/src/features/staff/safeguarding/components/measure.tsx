import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toast, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import { TOPIC } from '../api/cases';
import styles from './case-measures.module.css';

const MIN_REASON = 3;
const MAX_REASON = 500;

/** A measure with the sentence that it shows before and after. */
export interface Measure {
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

/** A sentence about a case with the buttons of its measures. */
export function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      {text !== '' && <p>{text}</p>}
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}

/** Acts, says what was done, and refreshes the case. */
export function useMeasure(measure: Measure, onDone?: () => void) {
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

/** Asks for what a measure needs, below the sentence that says what it leaves behind. */
export function MeasureDialog({ measure, onClose }: { measure: Measure; onClose: () => void }) {
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
