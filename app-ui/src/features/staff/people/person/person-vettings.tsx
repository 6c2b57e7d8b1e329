import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDate, type Schemas, useTranslation } from 'ui-kit';
import { LinkButton } from '../../../../shared/forms/link-button';
import { today as dayToday, monthsAfter } from '../../components/days';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import { nameOf } from '../person';
import styles from './person-facts.module.css';
import { type PersonRecord, recordVetting, withdrawVetting } from './person-record';

type Vetting = Schemas['StaffVetting'];
type Recorded = Vetting['history'][number];

/** The longest time for which a vetting is recorded. */
const LONGEST_MONTHS = 120;

/** The kinds of vetting of a mentor, each with what is on record, its acts, and its history. */
export function PersonVettings({ person }: { person: PersonRecord }) {
  const { t } = useTranslation('staff');
  const { open, dialog, titleRef } = useMeasureDialog();
  return (
    <Section title={t('vettings.title')} titleRef={titleRef}>
      <dl className={styles.facts}>
        {person.vettings.map((vetting) => (
          <Kind key={vetting.kind} person={person} vetting={vetting} onOpen={open} />
        ))}
      </dl>
      {dialog}
    </Section>
  );
}

interface KindProps {
  person: PersonRecord;
  vetting: Vetting;
  onOpen: (measure: Measure) => void;
}

function Kind({ person, vetting, onOpen }: KindProps) {
  const { t } = useTranslation('staff');
  const texts = useVettingTexts();
  const [hasHistory, setHasHistory] = useState(false);
  const measures = useMeasures(person, vetting);
  return (
    <div className={styles.fact}>
      <dt>
        <bdi>{vetting.label}</bdi>
      </dt>
      <dd>
        <span>{texts.held(vetting)}</span>
        <small className={styles.note}>{texts.demand(vetting)}</small>
        {vetting.history.length > 0 && (
          <LinkButton
            aria-expanded={hasHistory}
            aria-label={`${t('vettings.history')}: ${vetting.label}`}
            onClick={() => setHasHistory(!hasHistory)}
          >
            {t('vettings.history')}
          </LinkButton>
        )}
        {hasHistory && <History records={vetting.history} />}
      </dd>
      {person.mayChange && (
        <dd className={styles.buttons}>
          {measures.map((measure) => (
            <Button
              key={measure.label}
              size="sm"
              variant="default"
              aria-label={`${measure.label}: ${vetting.label}`}
              onClick={() => onOpen(measure)}
            >
              {measure.label}
            </Button>
          ))}
        </dd>
      )}
    </div>
  );
}

function History({ records }: { records: readonly Recorded[] }) {
  const { t } = useTranslation('staff');
  const texts = useVettingTexts();
  return (
    <ol className={styles.history}>
      {records.map((record) => (
        <li key={record.id}>
          <span>{texts.recorded(record)}</span>
          {record.reference === null ? (
            <span className={styles.note}>{t('vettings.otherTeam')}</span>
          ) : (
            record.reference !== '' && <q dir="auto">{record.reference}</q>
          )}
          {record.endedAt !== null && <span>{texts.ended(record)}</span>}
          {record.withdrawal !== null && record.withdrawal !== '' && <q dir="auto">{record.withdrawal}</q>}
        </li>
      ))}
    </ol>
  );
}

/** What is on record, in sentences. */
function useVettingTexts() {
  const { t, i18n } = useTranslation('staff');
  const day = (at: string) => formatDate(at, i18n.language, 'sentence');
  const by = (who: Recorded['recordedBy']) => (who === null || who.name === '' ? '' : ` · ${who.name}`);
  return {
    held: ({ held, isValid }: Vetting) => {
      if (held === null) return t('person.facts.notRecorded');
      if (held.validUntil === null) return t('vettings.always');
      return t(isValid ? 'person.facts.validUntil' : 'person.facts.endedOn', { day: day(held.validUntil) });
    },
    demand: ({ isDemanded, binds, bindsFrom }: Vetting) => {
      if (!isDemanded) return t('vettings.recordedOnly');
      if (binds) return t('vettings.binds');
      return bindsFrom === null ? t('vettings.bindsNever') : t('vettings.bindsFrom', { day: day(bindsFrom) });
    },
    recorded: ({ recordedAt, recordedBy, validUntil }: Recorded) => {
      const on = t('person.facts.recordedOn', { day: day(recordedAt) });
      const until =
        validUntil === null ? t('vettings.always') : t('person.facts.validUntil', { day: day(validUntil) });
      return `${on}${by(recordedBy)} · ${until}`;
    },
    ended: ({ endedAt, isWithdrawn, withdrawnBy }: Recorded) =>
      `${t(isWithdrawn ? 'vettings.withdrawnOn' : 'vettings.replacedOn', { day: day(endedAt ?? '') })}${by(withdrawnBy)}`,
  };
}

function useMeasures(person: PersonRecord, vetting: Vetting): Measure[] {
  const { t } = useTranslation('staff');
  const { id } = person;
  const { kind, label, held, validMonths, needsDay, isDemanded } = vetting;
  const name = nameOf(person);
  const today = dayToday();
  const textOf = (text: string) => (isDemanded ? text : t('person.facts.onRecordText', { name }));
  const record: Measure = {
    label: t(held === null ? 'vettings.record' : 'vettings.renew'),
    text: textOf(t('vettings.recordText', { name, kind: label })),
    done: t('person.facts.recorded'),
    needsReason: true,
    reasonTexts: { label: t('person.facts.reference'), hint: t('person.facts.hints.vetting') },
    field: {
      type: 'date',
      label: t('person.facts.lastDay'),
      ...(needsDay ? {} : { hint: t('vettings.noDayHint') }),
      min: today,
      max: monthsAfter(today, LONGEST_MONTHS),
      initial: validMonths === null ? '' : monthsAfter(today, validMonths),
      isRequired: needsDay,
    },
    act: ({ value, reason }) =>
      recordVetting(id, { kind, was: held, validUntil: value === '' ? null : value, reference: reason }),
  };
  const withdraw: Measure = {
    label: t('vettings.withdraw'),
    text: textOf(t('vettings.withdrawText', { name, kind: label })),
    done: t('person.facts.recorded'),
    needsReason: true,
    act: ({ reason }) => withdrawVetting(id, { kind, was: held, reason }),
  };
  return held === null ? [record] : [record, withdraw];
}
