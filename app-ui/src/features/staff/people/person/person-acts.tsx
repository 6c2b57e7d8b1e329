import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { staffAccessQuery } from '../../api/staff';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { Section } from '../../components/section';
import { useSuspension } from '../../components/use-suspension';
import { nameOf } from '../person';
import { CorrectDialog } from './correct-dialog';
import { MatchDialog } from './match-dialog';
import styles from './person-acts.module.css';
import {
  closeAccount,
  endSuspension,
  mayCorrectPerson,
  openAccount,
  type PersonRecord,
  signPersonOut,
  suspendPerson,
} from './person-record';
import { TransferDialog } from './transfer-dialog';

/** What staff can do about a person, each with its consequences before it happens. */
export function PersonActs({ person }: { person: PersonRecord }) {
  const { t } = useTranslation('staff');
  const { open, dialog, titleRef } = useMeasureDialog();
  const [isMatching, setIsMatching] = useState(false);
  const [isMoving, setIsMoving] = useState(false);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { data: access } = useQuery(staffAccessQuery);
  const mayMatch =
    person.role !== 'staff' &&
    person.status === 'active' &&
    access?.permissions.includes('manage_matching') === true;
  const mayWrite =
    person.role !== 'staff' &&
    person.status !== 'closed' &&
    access?.permissions.includes('answer_messages') === true;
  const mayMove =
    (access?.managedProgrammes ?? []).length > 1 &&
    person.role !== 'staff' &&
    (person.status === 'active' || person.status === 'applying' || person.status === 'suspended');
  const mayCorrect = mayCorrectPerson(person, access?.permissions);
  return (
    <aside className={styles.acts}>
      <Section title={t('safeguarding.measures.title')} titleRef={titleRef}>
        <div className={styles.buttons}>
          {mayWrite && (
            <Button component={Link} variant="default" to={`/staff/messages/${person.id}`}>
              {t('messages.write')}
            </Button>
          )}
          {mayMatch && (
            <Button variant="default" onClick={() => setIsMatching(true)}>
              {t('match.title')}
            </Button>
          )}
          {mayCorrect && (
            <Button variant="default" onClick={() => setIsCorrecting(true)}>
              {t('person.correction.title')}
            </Button>
          )}
          {mayMove && (
            <Button variant="default" onClick={() => setIsMoving(true)}>
              {t('transfer.open')}
            </Button>
          )}
          {useMeasures(person).map((measure) => (
            <Button key={measure.label} variant="default" onClick={() => open(measure)}>
              {measure.label}
            </Button>
          ))}
        </div>
        {dialog}
        {isCorrecting && <CorrectDialog person={person} onClose={() => setIsCorrecting(false)} />}
        {isMoving && <TransferDialog person={person} onClose={() => setIsMoving(false)} />}
        {isMatching && <MatchDialog person={person} onClose={() => setIsMatching(false)} />}
      </Section>
    </aside>
  );
}

function useMeasures(person: PersonRecord): Measure[] {
  const { t } = useTranslation('staff');
  const { id, status, isSuspended, isSuspendedByLead, loginSessions } = person;
  const name = nameOf(person);
  const { suspend, release } = useSuspension(name, {
    suspend: (reason, until) => suspendPerson(id, reason, until),
    release: () => endSuspension(id),
  });
  const signOut: Measure = {
    label: t('person.acts.signOut'),
    text: t('person.acts.signOutText', { name, count: loginSessions }),
    done: t('person.acts.signedOut'),
    needsReason: true,
    act: ({ reason }) => signPersonOut(id, reason),
  };
  const close: Measure = {
    label: t('person.acts.close'),
    text: t('person.acts.closeText', { name }),
    done: t('person.acts.closed'),
    needsReason: true,
    act: ({ reason }) => closeAccount(id, reason),
  };
  if (status === 'closed')
    return [
      {
        label: t('person.acts.open'),
        text: t('person.acts.openText', { name }),
        done: t('person.acts.opened'),
        act: () => openAccount(id),
      },
    ];
  const suspension = isSuspended ? release : suspend;
  return [...(isSuspendedByLead ? [] : [suspension]), ...(loginSessions > 0 ? [signOut] : []), close];
}
