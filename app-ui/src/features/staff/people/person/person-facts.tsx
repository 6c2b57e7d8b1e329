import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate, languages, useTranslation } from 'ui-kit';
import { cohortsQuery } from '../../components/cohorts';
import { dayBefore, today as dayToday, formatMonth } from '../../components/days';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import { putIntoCohort } from '../cohorts/cohort';
import { nameOf } from '../person';
import styles from './person-facts.module.css';
import { askGuardian, cancelGuardian, guardianQuery, type PersonRecord, recordFact } from './person-record';

/** What is known about a person, each with the acts that change it. A reference says what was checked. */
export function PersonFacts({ person }: { person: PersonRecord }) {
  const { t } = useTranslation('staff');
  const { open, dialog, titleRef } = useMeasureDialog();
  return (
    <Section title={t('person.facts.title')} titleRef={titleRef}>
      <dl className={styles.facts}>
        {useFacts(person).map(({ name, value, note, measures }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>
              <span>{value}</span>
              {note !== undefined && <small className={styles.note}>{note}</small>}
            </dd>
            {person.mayChange && (
              <dd className={styles.buttons}>
                {measures.map((measure) => (
                  <Button key={measure.label} size="sm" variant="default" onClick={() => open(measure)}>
                    {measure.label}
                  </Button>
                ))}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {dialog}
    </Section>
  );
}

/** The option that takes a person out of their cohort. */
const NO_COHORT = 'none';

interface Fact {
  name: string;
  value: ReactNode;
  /** What the value means for the person. */
  note?: string | undefined;
  measures: Measure[];
}

function useFacts(person: PersonRecord): Fact[] {
  const { t, i18n } = useTranslation('staff');
  const { id, role, vettedUntil, guardianConsentAt, birthMonth, missing } = person;
  const name = nameOf(person);
  const day = (at: string) => formatDate(at, i18n.language, 'sentence');
  const month = (of: string) => formatMonth(of, i18n.language);
  const today = dayToday();
  const checked = (hint: string) => ({
    done: t('person.facts.recorded'),
    needsReason: true,
    reasonTexts: { label: t('person.facts.reference'), hint },
  });
  const takeBack = {
    done: t('person.facts.recorded'),
    needsReason: true,
  };
  const textOf = (isDemanded: boolean, text: string) =>
    isDemanded ? text : t('person.facts.onRecordText', { name });
  const without = (isDemanded: boolean) => textOf(isDemanded, t('person.facts.withoutText', { name }));
  const has = (fact: (typeof missing)[number]) => missing.includes(fact);

  const noteOfVetting = () => {
    if (!person.needsVetting) return t('person.facts.notDemanded');
    return person.isVettingEnding ? t('people.facts.vetting_ending') : undefined;
  };
  const vetting: Fact = {
    name: t('people.facts.vetting_missing'),
    value:
      vettedUntil === null
        ? t('person.facts.notRecorded')
        : t(vettedUntil < today ? 'person.facts.endedOn' : 'person.facts.validUntil', {
            day: day(vettedUntil),
          }),
    note: noteOfVetting(),
    measures: [
      {
        ...checked(t('person.facts.hints.vetting')),
        label: t(vettedUntil === null ? 'person.facts.recordVetting' : 'person.facts.renewVetting'),
        text: textOf(person.needsVetting, t('person.facts.vettingText', { name })),
        field: {
          type: 'date',
          label: t('person.facts.lastDay'),
          min: today,
          max: `${Number(today.slice(0, 4)) + 10}${today.slice(4)}`,
          initial: vettedUntil ?? '',
          isRequired: true,
        },
        act: ({ value, reason }) => recordFact(id, { fact: 'vetting', was: vettedUntil, is: value }, reason),
      },
      ...(vettedUntil === null
        ? []
        : [
            {
              ...takeBack,
              label: t('person.facts.endVetting'),
              text: without(person.needsVetting),
              act: ({ reason }: { reason: string }) =>
                recordFact(id, { fact: 'vetting', was: vettedUntil, is: null }, reason),
            },
          ]),
    ],
  };
  const hasConsent = guardianConsentAt !== null;
  const { consentRequest: asked } = person;
  const mayAsk = person.mayChange && has('consent_missing') && asked?.state !== 'open';
  const { data: proposed = null } = useQuery({ ...guardianQuery(id), enabled: mayAsk });
  const noteOfConsent = () => {
    if (mayAsk && proposed !== null) return t('person.guardian.proposed', { email: proposed });
    const isLast = asked !== null && (hasConsent ? asked.state === 'given' : asked.state !== 'given');
    if (isLast)
      return t(`person.guardian.state.${asked.state}`, {
        email: asked.email,
        day: day(asked.answeredAt ?? asked.askedAt),
        // The end of the last day.
        until: day(dayBefore(asked.expiresAt)),
      });
    if (hasConsent || has('consent_missing')) return undefined;
    return t(person.needsGuardianConsent ? 'person.facts.ofAge' : 'person.facts.notDemanded');
  };
  const cancel: Measure = {
    label: t('person.guardian.cancel'),
    text: t('person.guardian.cancelText', { email: asked?.email ?? '' }),
    done: t('person.guardian.cancelled'),
    act: () => cancelGuardian(id),
  };
  const ask: Measure = {
    label: t(asked === null ? 'person.guardian.ask' : 'person.guardian.askAgain'),
    text: t('person.guardian.askText'),
    done: t('person.guardian.asked'),
    needsReason: true,
    reasonTexts: { label: t('person.guardian.where'), hint: t('person.guardian.whereHint') },
    field: {
      type: 'email',
      label: t('person.guardian.email'),
      initial: asked?.state === 'open' ? asked.email : (proposed ?? ''),
      isRequired: true,
    },
    choice: {
      legend: t('person.guardian.language'),
      options: languages.map(({ code, name: language }) => ({ id: code, name: language })),
    },
    act: ({ value, choice, reason }) => askGuardian(id, value, choice, reason),
  };
  const consent: Fact = {
    name: t('people.facts.consent_missing'),
    value: hasConsent
      ? t('person.facts.recordedOn', { day: day(guardianConsentAt) })
      : t('person.facts.notRecorded'),
    note: noteOfConsent(),
    measures: [
      ...(has('consent_missing') ? [ask] : []),
      ...(asked?.state === 'open' ? [cancel] : []),
      hasConsent
        ? {
            ...takeBack,
            label: t('person.facts.withdrawConsent'),
            text: without(person.needsGuardianConsent),
            act: ({ reason }) => recordFact(id, { fact: 'guardian_consent', was: true, is: false }, reason),
          }
        : {
            ...checked(t('person.facts.hints.consent')),
            label: t('person.facts.recordConsent'),
            text: textOf(person.needsGuardianConsent, t('person.facts.consentText', { name })),
            act: ({ reason }) => recordFact(id, { fact: 'guardian_consent', was: false, is: true }, reason),
          },
    ],
  };
  const born: Fact = {
    name: t('people.birthMonth'),
    value: birthMonth === null ? t('person.facts.notRecorded') : month(birthMonth),
    note: has('birth_month_missing') ? t('person.facts.countsAsMinor') : undefined,
    measures: [
      {
        ...checked(t('person.facts.hints.month')),
        label: t(birthMonth === null ? 'person.facts.recordMonth' : 'person.facts.correctMonth'),
        text: t('person.facts.monthText'),
        field: {
          type: 'month',
          label: t('people.birthMonth'),
          max: `${Number(today.slice(0, 4)) - 6}${today.slice(4, 7)}`,
          initial: birthMonth ?? '',
          isRequired: true,
        },
        act: ({ value, reason }) =>
          recordFact(id, { fact: 'birth_month', was: birthMonth, is: value }, reason),
      },
    ],
  };
  const { data: cohorts = [] } = useQuery({
    ...cohortsQuery(person.programme?.id ?? null),
    enabled: person.mayChange && person.programme !== null,
  });
  const cohort: Fact = {
    name: t('cohorts.cohort'),
    value: <bdi>{person.cohort?.name ?? t('cohorts.without')}</bdi>,
    measures: [
      {
        label: t('cohorts.change'),
        text: t('cohorts.changeText', { name }),
        done: t('cohorts.changed'),
        select: {
          label: t('cohorts.cohort'),
          placeholder: t(cohorts.length === 0 ? 'cohorts.noneToChoose' : 'cohorts.choose'),
          options: [
            ...cohorts.filter((one) => one.id !== person.cohort?.id),
            ...(person.cohort === null ? [] : [{ id: NO_COHORT, name: t('cohorts.without') }]),
          ],
        },
        act: async ({ selected }) => {
          await putIntoCohort([id], selected === NO_COHORT ? null : selected);
        },
      },
    ],
  };
  // Kinds of vetting have a section of their own.
  const hasKinds = person.vettings.length > 0;
  const demanded = role === 'mentor' ? vetting : consent;
  return [
    ...(role === 'mentor' && hasKinds ? [] : [demanded]),
    born,
    ...(person.programme === null ? [] : [cohort]),
  ];
}
