import './texts';
import { Button } from '@mantine/core';
import { Copy, Download } from 'lucide-react';
import { toast, useTranslation } from 'ui-kit';
import { saveFile } from '../lists/save-file';
import styles from './recovery-codes.module.css';

/** Shows new recovery codes to copy or to save. The server keeps only their hashes. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('secondFactor');
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={styles.frame}>
      <ul className={styles.codes} aria-label={t('recovery.list')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<Copy aria-hidden size={16} />}
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => toast(t('recovery.copied')),
              () => toast(t('recovery.notCopied')),
            )
          }
        >
          {t('recovery.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<Download aria-hidden size={16} />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'mentor-hub-recovery-codes.txt')}
        >
          {t('recovery.save')}
        </Button>
      </div>
    </div>
  );
}
