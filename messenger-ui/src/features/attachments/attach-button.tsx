import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { ACCEPTED } from '../../model/files';

interface AttachButtonProps {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

export function AttachButton({ disabled, onFiles }: AttachButtonProps) {
  const { t } = useTranslation('messenger');
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t('files.attach')} disabled={disabled} onClick={() => chooser.current?.click()}>
        <Paperclip aria-hidden size={18} strokeWidth={1.9} />
      </IconButton>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={t('files.choose')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
