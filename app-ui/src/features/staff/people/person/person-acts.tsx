import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { endOfDay, today } from '../../components/days';
import { type Measure, MeasureDialog } from '../../components/measure';
import { useFocusAfter } from '../../components/use-focus-after';
import { nameOf } from '../person';
import styles from './person-acts.module.css';
import {
  closeAccount,
  endSuspension,
  openAccount,
  type PersonRecord,
  signPersonOut,
  suspendPerson,
} from './person-record';

/** What staff can do about a person, each with its consequences before it happens. */
export function PersonActs({ person }: { person: PersonRecord }) {
  const { t } = useTranslation('staff');
  const titleId = useId();
  const [open, setOpen] = useState<Measure | null>(null);
  const title = useFocusAfter();
  return (
    <aside className={styles.acts} aria-labelledby={titleId}>
      <h2 ref={title.ref} tabIndex={-1} className={styles.title} id={titleId}>
        {t('safeguarding.measures.title')}
      </h2>
      {useMeasures(person).map((measure) => (
        <Button key={measure.label} variant="default" fullWidth onClick={() => setOpen(measure)}>
          {measure.label}
        </Button>
      ))}
      {open && <MeasureDialog measure={open} onClose={() => setOpen(null)} onRefreshed={title.focus} />}
    </aside>
  );
}

function useMeasures(person: PersonRecord): Measure[] {
  const { t } = useTranslation('staff');
  const { id, status, isSuspended, isSuspendedByLead, loginSessions } = person;
  const name = nameOf(person);
  if (status === 'closed')
    return [
      {
        label: t('person.acts.open'),
        text: t('person.acts.openText', { name }),
        done: t('person.acts.opened'),
        act: () => openAccount(id),
      },
    ];
  const suspend: Measure = {
    label: t('safeguarding.measures.suspend', { name }),
    text: t('safeguarding.measures.suspendText', { name }),
    done: t('safeguarding.measures.suspended', { name }),
    needsReason: true,
    field: {
      type: 'date',
      label: t('safeguarding.measures.until'),
      hint: t('safeguarding.measures.untilHint'),
      min: today(),
    },
    act: ({ reason, value }) => suspendPerson(id, reason, endOfDay(value)),
  };
  const release: Measure = {
    label: t('safeguarding.measures.release'),
    text: t('safeguarding.measures.releaseText', { name }),
    done: t('safeguarding.measures.released'),
    act: () => endSuspension(id),
  };
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
  const suspension = isSuspended ? release : suspend;
  return [...(isSuspendedByLead ? [] : [suspension]), ...(loginSessions > 0 ? [signOut] : []), close];
}
