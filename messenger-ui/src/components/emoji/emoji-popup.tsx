import { useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { CloseOnBack } from '../../shell/close-on-back';
import { EmojiPicker } from './emoji-picker';

interface EmojiPopupProps {
  /** The button that opened the popup: determines its position and regains the focus. */
  anchor: HTMLElement | null;
  onSelect: (native: string) => void;
  onClose: () => void;
}

/** The picker in a popup at its button; a bottom sheet on a phone. */
export function EmojiPopup({ anchor, onSelect, onClose }: EmojiPopupProps) {
  const { t } = useTranslation('messenger');
  return (
    <ModalDialog label={t('emoji.title')} placement="anchored" anchor={anchor} onClose={onClose}>
      <CloseOnBack onClose={onClose} />
      <EmojiPicker onSelect={onSelect} />
    </ModalDialog>
  );
}
