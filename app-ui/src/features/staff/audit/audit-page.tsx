import { ScrollText } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { useList } from '../../../shared/lists/use-list';
import { AreaPage } from '../components/area-page';
import { ExportButton } from '../components/export-button';
import { useProgrammes } from '../components/use-programmes';
import { useAuditColumns } from './audit-columns';
import { AUDIT } from './entry';
import { useAuditText } from './use-audit-text';

/** Who did what to whom, and why. */
export function Component() {
  const { t } = useTranslation('staff');
  const list = useList(AUDIT);
  const actText = useAuditText('acts');
  const programmes = useProgrammes();
  const columns = useAuditColumns(list.setFilters, programmes.hasSeveral);
  const rows = list.state.data ?? [];
  // A link names people by id; the rows that it finds know their names.
  const nameOf = (id: string, names: readonly { id: string | null; name: string | null }[]) =>
    names.find((one) => one.id === id)?.name ?? t('audit.one');
  const filters: Filter[] = [
    { kind: 'days', name: 'from', until: 'until', label: t('audit.days') },
    ...programmes.filters,
    { kind: 'value', name: 'act', label: t('audit.act'), display: actText },
    {
      kind: 'value',
      name: 'actor',
      label: t('audit.actor'),
      display: (id) =>
        nameOf(
          id,
          rows.map(({ actor }) => actor),
        ),
    },
    {
      kind: 'value',
      name: 'target',
      label: t('audit.target'),
      display: (id) =>
        nameOf(
          id,
          rows.map(({ target }) => target),
        ),
    },
  ];
  return (
    <AreaPage title={t('audit.title')} lead={t('audit.lead')}>
      <DataTable
        list={list}
        label={t('audit.title')}
        columns={columns}
        filters={filters}
        nameOf={({ act }) => actText(act)}
        actions={<ExportButton list={list} path="/api/staff/audit/export/" />}
        empty={{ icon: ScrollText, title: t('audit.none'), text: t('audit.noneText') }}
      />
    </AreaPage>
  );
}
