import { Button } from '@mantine/core';
import { FileSpreadsheet, MailPlus, MailX, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import type { BulkAct } from '../../../../shared/lists/bulk-bar';
import { DataTable } from '../../../../shared/lists/data-table';
import type { Filter } from '../../../../shared/lists/filter';
import { useList } from '../../../../shared/lists/use-list';
import { AreaPage } from '../../components/area-page';
import { useProgrammes } from '../../components/use-programmes';
import { PeopleTabs } from '../people-tabs';
import { nameOf } from '../person';
import { INVITATIONS, type Invitation, ROLES, remind, STATUSES, withdraw } from './invitation';
import styles from './invitations-page.module.css';
import { InviteDialog } from './invite-dialog';
import { useInvitationColumns } from './use-invitation-columns';

/** Who is invited, and who has accepted. */
export function Component() {
  const { t } = useTranslation('staff');
  const list = useList(INVITATIONS);
  const programmes = useProgrammes();
  const columns = useInvitationColumns(programmes.hasSeveral);
  const [isInviting, setIsInviting] = useState(false);
  const filters = useMemo<Filter[]>(() => {
    const options = (values: readonly string[], textOf: (value: string) => string) =>
      values.map((value) => ({ value, label: textOf(value) }));
    return [
      {
        kind: 'options',
        name: 'status',
        label: t('invitations.status'),
        isSingle: true,
        options: options(STATUSES, (status) => t(`invitations.statuses.${status}`)),
      },
      {
        kind: 'options',
        name: 'role',
        label: t('people.role'),
        isSingle: true,
        options: options(ROLES, (role) => t(`people.roles.${role}`)),
      },
      ...programmes.filters,
    ];
  }, [t, programmes]);
  const refusal = ({ acceptedAt }: Invitation) => (acceptedAt === null ? null : t('invitations.isAccepted'));
  const acts: BulkAct<Invitation>[] = [
    { id: 'remind', label: t('invitations.remind'), icon: Send, refusal, act: remind },
    {
      id: 'withdraw',
      label: t('invitations.withdraw'),
      icon: MailX,
      sentence: { text: t('invitations.withdrawText'), submit: t('invitations.withdraw') },
      refusal,
      act: withdraw,
    },
  ];
  return (
    <AreaPage title={t('invitations.title')} lead={t('invitations.lead')}>
      <PeopleTabs shown="invitations" />
      <DataTable
        list={list}
        label={t('invitations.title')}
        searchLabel={t('people.search')}
        columns={columns}
        filters={filters}
        nameOf={nameOf}
        bulkActs={acts}
        empty={{ icon: MailPlus, title: t('invitations.none'), text: t('invitations.noneText') }}
        actions={
          <div className={styles.actions}>
            <Button leftSection={<MailPlus aria-hidden size={17} />} onClick={() => setIsInviting(true)}>
              {t('invitations.invite')}
            </Button>
            <Button
              component={Link}
              to="/staff/people/import"
              variant="default"
              leftSection={<FileSpreadsheet aria-hidden size={17} />}
            >
              {t('invitations.import')}
            </Button>
          </div>
        }
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </AreaPage>
  );
}
