import { Paperclip } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import { useFileChooser } from './use-file-chooser';

interface AttachButtonProps {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

export function AttachButton({ disabled, onFiles }: AttachButtonProps) {
  const { t } = useTranslation('messenger');
  const { chooser, open } = useFileChooser(t('files.choose'), onFiles);
  return (
    <>
      <IconButton label={t('files.attach')} disabled={disabled} onClick={open}>
        <Paperclip aria-hidden size={18} strokeWidth={1.9} />
      </IconButton>
      {chooser}
    </>
  );
}
