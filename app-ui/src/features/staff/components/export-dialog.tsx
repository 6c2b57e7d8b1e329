import { apiUrl, useTranslation } from 'ui-kit';
import { downloadFrom } from 'ui-kit/download';
import { isFiltered } from '../../../shared/lists/list-query';
import type { List } from '../../../shared/lists/use-list';
import { ExportForm } from './export-form';

interface ExportDialogProps<Row> {
  list: List<Row>;
  path: string;
  onClose: () => void;
}

/** Saves the rows that match as a file. */
export function ExportDialog<Row>({ list, path, onClose }: ExportDialogProps<Row>) {
  const { t } = useTranslation('staff');
  return (
    <ExportForm
      title={t('export.title')}
      content={t(isFiltered(list.query) ? 'export.matching' : 'export.everything', { total: list.total })}
      name={list.definition.name}
      fetchFile={async (request, signal) => {
        const url = apiUrl(path, { query: { ...list.parameters, ...request } });
        return (await downloadFrom(url, signal)).blob;
      }}
      onClose={onClose}
    />
  );
}
