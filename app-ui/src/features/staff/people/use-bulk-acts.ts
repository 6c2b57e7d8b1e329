import { useQuery } from '@tanstack/react-query';
import {
  CirclePause,
  MailQuestionMark,
  MessageSquare,
  Shapes,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { BulkAct } from '../../../shared/lists/bulk-bar';
import { staffAccessQuery } from '../api/staff';
import { WriteToMany } from '../messages/write-to-many';
import { AskManyGuardians, useGuardianRefusal } from './ask-many-guardians';
import { PutIntoCohort } from './cohorts/put-into-cohort';
import type { Person } from './person';
import { decideApplication, suspendPerson } from './person/person-record';

/** Of a sentence to applicants, and of a reason. */
const MAX_CHARS = 500;

/** What the caller can do for many people of the list. Decisions are offered only where the list shows applications. */
export function useBulkActs(areApplicants: boolean): BulkAct<Person>[] {
  const { t } = useTranslation('staff');
  const { data: access } = useQuery(staffAccessQuery);
  const may = (permission: 'manage_people' | 'answer_messages') =>
    access?.permissions.includes(permission) === true;
  const noApplication = ({ status }: Person) =>
    status === 'applying' ? null : t('application.noApplication');
  const noMember = ({ role, status }: Person) => {
    if (role === 'staff') return t('people.bulk.staff');
    return status === 'closed' ? t('people.bulk.closed') : null;
  };
  const decisions: BulkAct<Person>[] = [
    {
      id: 'approve',
      label: t('application.approveAll'),
      icon: UserRoundCheck,
      sentence: { text: t('application.approveAllText'), submit: t('application.approveAll') },
      refusal: noApplication,
      act: ({ id }) => decideApplication(id, { decision: 'approve' }),
    },
    {
      id: 'decline',
      label: t('application.declineAll'),
      icon: UserRoundX,
      sentence: {
        text: t('application.declineAllText'),
        label: t('application.note'),
        maxLength: MAX_CHARS,
        submit: t('application.declineAll'),
      },
      refusal: noApplication,
      act: ({ id }, note) => decideApplication(id, { decision: 'decline', note }),
    },
  ];
  const write: BulkAct<Person> = {
    id: 'write',
    label: t('messages.write'),
    icon: MessageSquare,
    refusal: noMember,
    form: WriteToMany,
  };
  const ask: BulkAct<Person> = {
    id: 'ask',
    label: t('askMany.title'),
    icon: MailQuestionMark,
    refusal: useGuardianRefusal(),
    form: AskManyGuardians,
  };
  const put: BulkAct<Person> = {
    id: 'cohort',
    label: t('cohorts.put'),
    icon: Shapes,
    refusal: ({ role }) => (role === 'staff' ? t('people.bulk.staff') : null),
    form: PutIntoCohort,
  };
  const suspend: BulkAct<Person> = {
    id: 'suspend',
    label: t('people.bulk.suspend'),
    icon: CirclePause,
    sentence: {
      text: t('people.bulk.suspendText'),
      label: t('people.bulk.reason'),
      maxLength: MAX_CHARS,
      submit: t('people.bulk.suspend'),
    },
    refusal: (person) =>
      noMember(person) ?? (person.status === 'suspended' ? t('people.bulk.suspended') : null),
    act: ({ id }, reason) => suspendPerson(id, reason, null),
  };
  return [
    ...(areApplicants && may('manage_people') ? decisions : []),
    ...(may('answer_messages') ? [write] : []),
    ...(may('manage_people') ? [ask, put, suspend] : []),
  ];
}
