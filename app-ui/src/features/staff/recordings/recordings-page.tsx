import { Video } from 'lucide-react';
import { formatDateTime, type Schemas, useTranslation } from 'ui-kit';
import type { Column } from '../../../shared/lists/column';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { DAY, UUID } from '../../../shared/lists/list-query';
import { type ListDefinition, useList } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';
import { AreaPage } from '../components/area-page';
import { ExportButton } from '../components/export-button';
import { useProgrammes } from '../components/use-programmes';

type Recording = Schemas['StaffRecording'];

const STATES = [
  'recorded',
  'transcribed',
  'summarised',
  'ready',
  'failed',
  'purged',
  'no_recording',
] as const satisfies readonly Recording['state'][];

const RECORDINGS: ListDefinition<Recording> = {
  name: 'recordings',
  shape: {
    filters: { state: STATES, programme: UUID, from: DAY, until: DAY },
    sorts: ['startedAt', 'channel'],
    defaultSort: '-startedAt',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/recordings/'),
};

/** State of recorded calls, without their content. */
export function Component() {
  const { t, i18n } = useTranslation('staff');
  const list = useList(RECORDINGS);
  const programmes = useProgrammes();
  const time = ({ startedAt }: Recording) => formatDateTime(startedAt, i18n.language);
  // A newer server may send other failures.
  const stateOf = ({ state, failure }: Recording) =>
    t([`recordings.failures.${failure}`, `recordings.states.${state}`]);
  const columns: Column<Recording>[] = [
    {
      id: 'time',
      header: t('recordings.time'),
      sort: 'startedAt',
      isDescendingFirst: true,
      isName: true,
      cell: (recording) => <time dateTime={recording.startedAt}>{time(recording)}</time>,
    },
    {
      id: 'channel',
      header: t('recordings.channel'),
      sort: 'channel',
      cell: ({ channelName }) => <bdi>{channelName || t('recordings.direct')}</bdi>,
    },
    {
      id: 'programme',
      header: t('people.programme'),
      isExtra: !programmes.hasSeveral,
      cell: ({ programme }) => <bdi>{programme}</bdi>,
    },
    { id: 'state', header: t('recordings.state'), cell: stateOf },
  ];
  const filters: Filter[] = [
    {
      kind: 'options',
      name: 'state',
      label: t('recordings.state'),
      options: STATES.map((value) => ({ value, label: t(`recordings.states.${value}`) })),
    },
    { kind: 'days', name: 'from', until: 'until', label: t('audit.days') },
    ...programmes.filters,
  ];
  return (
    <AreaPage title={t('staff.recordings')} lead={t('recordings.lead')}>
      <DataTable
        list={list}
        label={t('staff.recordings')}
        columns={columns}
        filters={filters}
        nameOf={time}
        empty={{ icon: Video, title: t('recordings.none'), text: t('recordings.noneText') }}
        actions={<ExportButton list={list} path="/api/staff/recordings/export/" />}
      />
    </AreaPage>
  );
}
