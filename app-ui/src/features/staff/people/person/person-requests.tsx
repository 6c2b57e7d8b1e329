import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDate, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { staffAccessQuery } from '../../api/staff';
import { today as dayToday } from '../../components/days';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import { nameOf } from '../person';
import { CorrectDialog } from './correct-dialog';
import {
  agreeToErasure,
  closeRequest,
  DATA_REQUEST_KINDS,
  type DataRequest,
  type DataRequestKind,
  dataRequestsQuery,
  enterRequest,
  extendRequest,
  saveCopy,
} from './data-requests';
import { mayCorrectPerson, type PersonRecord } from './person-record';
import styles from './person-requests.module.css';

/** What a person demands of their record by law, each with the acts that answer it. */
export function PersonRequests({ person }: { person: PersonRecord }) {
  const { t } = useTranslation('staff');
  const query = useQuery(dataRequestsQuery(person.id));
  const { data: access } = useQuery(staffAccessQuery);
  const { open, dialog, titleRef } = useMeasureDialog();
  const factor = useSecondFactor();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const measures = useRequestMeasures(person, factor.run);
  const mayCorrect = mayCorrectPerson(person, access?.permissions);
  const actOf = ({ kind, isEnteredBySelf }: DataRequest): ReactNode => {
    if (kind === 'correction')
      return (
        mayCorrect && (
          <Button size="sm" variant="default" onClick={() => setIsCorrecting(true)}>
            {t('person.correction.title')}
          </Button>
        )
      );
    return (
      kind === 'access' &&
      !isEnteredBySelf &&
      mayCorrect &&
      access?.permissions.includes('export_people') === true && (
        <Button size="sm" variant="default" onClick={() => open(measures.copy)}>
          {measures.copy.label}
        </Button>
      )
    );
  };
  return (
    <Section title={t('requests.title')} titleRef={titleRef}>
      <QueryState query={query}>
        {(requests) => (
          <>
            {requests.length === 0 && <p className={styles.hint}>{t('requests.none')}</p>}
            <ul className={styles.list}>
              {requests.map((request) => (
                <Request key={request.id} request={request}>
                  {needsColleague(request) && <p className={styles.hint}>{t('requests.needsColleague')}</p>}
                  {request.outcome === null && (
                    <div className={styles.buttons}>
                      {actOf(request)}
                      {measures.of(request, mayCorrect).map((measure) => (
                        <Button key={measure.label} size="sm" variant="default" onClick={() => open(measure)}>
                          {measure.label}
                        </Button>
                      ))}
                    </div>
                  )}
                </Request>
              ))}
            </ul>
            <Button variant="default" onClick={() => open(measures.enter)}>
              {measures.enter.label}
            </Button>
          </>
        )}
      </QueryState>
      {dialog}
      {isCorrecting && <CorrectDialog person={person} onClose={() => setIsCorrecting(false)} />}
      {factor.dialog}
    </Section>
  );
}

/** Alone, the one who entered a request could read or erase everything. */
const needsColleague = ({ outcome, kind, isEnteredBySelf }: DataRequest) =>
  outcome === null && kind !== 'correction' && isEnteredBySelf;

function Request({ request, children }: { request: DataRequest; children: ReactNode }) {
  const { t, i18n } = useTranslation('staff');
  const { kind, words, receivedOn, dueOn, extension, outcome, answer, closedAt, closedBy, isEntered } =
    request;
  const day = (on: string) => formatDate(on, i18n.language, 'sentence');
  const isLate = outcome === null && dueOn < dayToday();
  return (
    <li className={styles.request}>
      <h3 className={styles.name}>{t(`requests.kinds.${kind}`)}</h3>
      <p data-late={isLate}>
        {outcome === null
          ? t(isLate ? 'requests.late' : 'requests.due', { day: day(dueOn) })
          : t(`requests.outcomes.${outcome}`, { day: day(closedAt ?? dueOn) })}
        {closedBy !== null && closedBy !== '' && (
          <>
            {' · '}
            <bdi>{closedBy}</bdi>
          </>
        )}
      </p>
      {words !== '' && (
        <q className={styles.words} dir="auto">
          {words}
        </q>
      )}
      {answer !== '' && (
        <p className={styles.hint}>
          {t('requests.answer')} <q dir="auto">{answer}</q>
        </p>
      )}
      {extension !== null && (
        <p className={styles.hint}>
          {t('requests.extended')} <q dir="auto">{extension}</q>
        </p>
      )}
      <p className={styles.hint}>
        {t(isEntered ? 'requests.enteredOn' : 'requests.receivedOn', { day: day(receivedOn) })}
      </p>
      {children}
    </li>
  );
}

/** The acts about requests; `confirm` runs a call that needs a recent code. */
function useRequestMeasures(person: PersonRecord, confirm: <T>(call: () => Promise<T>) => Promise<T>) {
  const { t } = useTranslation('staff');
  const { id } = person;
  const name = nameOf(person);
  const today = dayToday();
  const reads = { label: t('requests.answerLabel'), hint: t('requests.answerHint') };
  const enter: Measure = {
    label: t('requests.enter'),
    text: t('requests.enterText', { name }),
    done: t('requests.entered'),
    choice: {
      legend: t('requests.what'),
      options: DATA_REQUEST_KINDS.map((kind) => ({ id: kind, name: t(`requests.kinds.${kind}`) })),
    },
    field: {
      type: 'date',
      label: t('requests.day'),
      min: `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`,
      max: today,
      initial: today,
      isRequired: true,
    },
    needsReason: true,
    reasonTexts: { label: t('requests.words'), hint: t('requests.wordsHint') },
    act: ({ choice, value, reason }) => enterRequest(id, choice as DataRequestKind, value, reason),
  };
  const copy: Measure = {
    label: t('requests.copy'),
    text: t('requests.copyText', { name }),
    done: t('requests.copied'),
    act: () => confirm(() => saveCopy(id)),
  };
  const of = (request: DataRequest, mayErase: boolean): Measure[] => {
    const done: Measure =
      request.kind === 'erasure'
        ? {
            label: t('requests.erase'),
            text: t('requests.eraseText', { name }),
            done: t('requests.erased'),
            act: () => confirm(() => agreeToErasure(id, request.id)),
          }
        : {
            label: t('requests.close'),
            text: t(`requests.closeTexts.${request.kind}`, { name }),
            done: t('requests.closed'),
            needsReason: 'optional',
            reasonTexts: reads,
            act: ({ reason }) => closeRequest(id, request.id, 'done', reason),
          };
    const decline: Measure = {
      label: t('requests.decline'),
      text: t('requests.declineText', { name }),
      done: t('requests.closed'),
      needsReason: true,
      reasonTexts: reads,
      act: ({ reason }) => closeRequest(id, request.id, 'declined', reason),
    };
    const extend: Measure = {
      label: t('requests.extend'),
      text: t('requests.extendText', { name }),
      done: t('requests.isExtended'),
      needsReason: true,
      reasonTexts: reads,
      act: ({ reason }) => extendRequest(id, request.id, reason),
    };
    const mayExtend = request.extension === null && request.dueOn >= today;
    const mayDo = request.kind !== 'erasure' || (mayErase && !request.isEnteredBySelf);
    return [...(mayDo ? [done] : []), decline, ...(mayExtend ? [extend] : [])];
  };
  return { enter, copy, of };
}
