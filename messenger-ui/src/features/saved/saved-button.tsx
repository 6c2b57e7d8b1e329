import { Bookmark } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import { savedPanel } from '../../shell/saved-panel';

/** Opens the saved messages. */
export function SavedButton() {
  const { t } = useTranslation('messenger');
  return (
    <IconButton label={t('saved.title')} aria-haspopup="dialog" onClick={savedPanel.open}>
      <Bookmark aria-hidden size={18} />
    </IconButton>
  );
}
