import { Bell, BellOff } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import { chime } from '../../attention/chime';
import { attentionPreferences } from '../../attention/preferences';
import { useStore } from '../../shell/use-store';

/** Whether new messages make a sound on this device. Turning it on plays it once, so that one knows what to expect. */
export function SoundToggle() {
  const { t } = useTranslation('messenger');
  const hasSound = useStore(attentionPreferences, (state) => state.hasSound);
  const Icon = hasSound ? Bell : BellOff;
  return (
    <IconButton
      label={hasSound ? t('attention.soundOff') : t('attention.soundOn')}
      onClick={() => {
        attentionPreferences.setSound(!hasSound);
        if (!hasSound) chime();
      }}
    >
      <Icon aria-hidden size={18} />
    </IconButton>
  );
}
