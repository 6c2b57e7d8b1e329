import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import type { List } from '../../../shared/lists/use-list';
import { ExportDialog } from './export-dialog';

/** Exports a list through the route at `path`. */
export function ExportButton<Row>({ list, path }: { list: List<Row>; path: string }) {
  const { t } = useTranslation('staff');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download aria-hidden size={17} />}
        onClick={() => setIsOpen(true)}
      >
        {t('export.open')}
      </Button>
      {isOpen && <ExportDialog list={list} path={path} onClose={() => setIsOpen(false)} />}
    </>
  );
}
