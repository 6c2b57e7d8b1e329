import { Smile } from 'lucide-react';
import { useState } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { EmojiPopup } from '../../components/emoji/emoji-popup';

interface EmojiButtonProps {
  disabled: boolean;
  onInsert: (native: string) => void;
}

export function EmojiButton({ disabled, onInsert }: EmojiButtonProps) {
  const { t } = useTranslation('messenger');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        label={t('composer.emoji')}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Smile aria-hidden size={19} strokeWidth={1.9} />
      </IconButton>
      {anchor && (
        <EmojiPopup
          anchor={anchor}
          onClose={close}
          onSelect={(native) => {
            close();
            onInsert(native);
          }}
        />
      )}
    </>
  );
}
