import { useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { BackCloses } from '../../shell/back-closes';
import { EmojiPicker } from './emoji-picker';

interface EmojiPopupProps {
  /** The button that opened it: where it stands, and where the focus returns. */
  anchor: HTMLElement | null;
  onSelect: (native: string) => void;
  onClose: () => void;
}

/** The picker at its button; on a phone a sheet from below. */
export function EmojiPopup({ anchor, onSelect, onClose }: EmojiPopupProps) {
  const { t } = useTranslation('messenger');
  return (
    <ModalDialog label={t('emoji.title')} placement="anchored" anchor={anchor} onClose={onClose}>
      <BackCloses onClose={onClose} />
      <EmojiPicker onSelect={onSelect} />
    </ModalDialog>
  );
}
