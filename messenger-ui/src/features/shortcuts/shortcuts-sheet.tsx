import { X } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { SHORTCUTS, type Shortcut } from './registry';
import styles from './shortcuts-sheet.module.css';

const KEY_LABELS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Shift: '⇧', Escape: 'Esc' };

/** Dialog with all keyboard shortcuts. */
export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messenger');
  const names: Record<Shortcut['id'], string> = {
    help: t('shortcuts.help'),
    previousChannel: t('shortcuts.previousChannel'),
    nextChannel: t('shortcuts.nextChannel'),
    searchChannel: t('shortcuts.searchChannel'),
    editLast: t('shortcuts.editLast'),
    send: t('shortcuts.send'),
    newLine: t('shortcuts.newLine'),
    cancel: t('shortcuts.cancel'),
    microphone: t('shortcuts.microphone'),
    camera: t('shortcuts.camera'),
  };
  return (
    <ModalDialog label={t('shortcuts.title')} placement="center" onClose={onClose}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('shortcuts.title')}</h2>
          <IconButton label={t('shortcuts.close')} onClick={onClose}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
        <dl className={styles.list}>
          {SHORTCUTS.map(({ id, keys }) => (
            <div key={id} className={styles.entry}>
              <dt>{names[id]}</dt>
              <dd className={styles.keys} dir="ltr">
                {keys.map((key) => (
                  <kbd key={key} className={styles.key}>
                    {KEY_LABELS[key] ?? key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </ModalDialog>
  );
}
