import { MessagesSquare } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { useList } from '../../../shared/lists/use-list';
import { AreaPage } from '../components/area-page';
import { useProgrammes } from '../components/use-programmes';
import { ASSIGNED, CONVERSATIONS, STATES } from './conversation';
import { useConversationColumns } from './conversation-columns';

/** What people wrote to the programme team. */
export function Component() {
  const { t } = useTranslation('staff');
  const list = useList(CONVERSATIONS);
  const programmes = useProgrammes();
  const columns = useConversationColumns(programmes.hasSeveral);
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'options',
        name: 'state',
        label: t('messages.state'),
        isSingle: true,
        options: STATES.map((value) => ({ value, label: t(`messages.states.${value}`) })),
      },
      {
        kind: 'options',
        name: 'assigned',
        label: t('messages.assigned'),
        options: ASSIGNED.map((value) => ({ value, label: t(`messages.assignedTo.${value}`) })),
      },
      {
        kind: 'options',
        name: 'role',
        label: t('people.role'),
        isSingle: true,
        options: (['mentee', 'mentor'] as const).map((value) => ({
          value,
          label: t(`people.roles.${value}`),
        })),
      },
      ...programmes.filters,
    ],
    [t, programmes],
  );
  return (
    <AreaPage title={t('staff.messages')} lead={t('messages.lead')}>
      <DataTable
        list={list}
        label={t('staff.messages')}
        searchLabel={t('messages.search')}
        columns={columns}
        filters={filters}
        nameOf={({ name }) => name}
        empty={{ icon: MessagesSquare, title: t('messages.none'), text: t('messages.noneText') }}
      />
    </AreaPage>
  );
}
