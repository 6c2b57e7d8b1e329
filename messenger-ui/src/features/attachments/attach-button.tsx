import { Paperclip } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import { useFilePicker } from './use-file-picker';

interface AttachButtonProps {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

export function AttachButton({ disabled, onFiles }: AttachButtonProps) {
  const { t } = useTranslation('messenger');
  const { fileInput, open } = useFilePicker(t('attachments.choose'), onFiles);
  return (
    <>
      <IconButton label={t('attachments.attach')} disabled={disabled} onClick={open}>
        <Paperclip aria-hidden size={18} strokeWidth={1.9} />
      </IconButton>
      {fileInput}
    </>
  );
}
