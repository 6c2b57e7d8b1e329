import { Button } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { PreviewPanel } from '../preview/preview-panel';
import type { Definition } from '../texts';
import type { Typed } from './draft';
import styles from './text-editor.module.css';

interface PreviewDialogProps {
  definition: Definition;
  typed: Typed | null;
  onClose: () => void;
}

/** The preview where it has no column of its own. */
export function PreviewDialog({ definition, typed, onClose }: PreviewDialogProps) {
  const { t } = useTranslation('staff');
  return (
    <ModalDialog label={t('texts.reading.title')} placement="side" onClose={onClose}>
      <div className={styles.previewDialog}>
        <PreviewPanel definition={definition} typed={typed} />
        <Button variant="default" onClick={onClose}>
          {t('texts.reading.close')}
        </Button>
      </div>
    </ModalDialog>
  );
}
