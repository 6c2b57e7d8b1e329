import { Bell, BellOff } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import { chime } from '../../attention/chime';
import { attentionPreferences } from '../../attention/preferences';
import { useStore } from '../../shell/use-store';

/** Toggles the sound of new messages on this device. Turning it on plays the sound once. */
export function SoundToggle() {
  const { t } = useTranslation('messenger');
  const hasSound = useStore(attentionPreferences, (state) => state.hasSound);
  const Icon = hasSound ? Bell : BellOff;
  return (
    <IconButton
      label={hasSound ? t('notifications.soundOff') : t('notifications.soundOn')}
      onClick={() => {
        attentionPreferences.setSound(!hasSound);
        if (!hasSound) chime();
      }}
    >
      <Icon aria-hidden size={18} />
    </IconButton>
  );
}
