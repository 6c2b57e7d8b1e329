import { Maximize2, MessageSquare, PhoneOff, ScreenShare, ScreenShareOff, Settings } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { MediaState } from '../../model/call/local-media';
import { CallButton } from './call-button';
import styles from './call-toolbar.module.css';
import { DeviceSwitches } from './device-switches';
import type { CallStageControls } from './stage-controls';

interface CallToolbarProps {
  media: MediaState;
  isSmall: boolean;
  onToggle: (source: 'microphone' | 'camera') => void;
  onShare: () => void;
  onDevices: () => void;
  controls: CallStageControls;
}

/** Toolbar of a call; reduced to the essential buttons in the small window. */
export function CallToolbar({ media, isSmall, onToggle, onShare, onDevices, controls }: CallToolbarProps) {
  const { t } = useTranslation('messenger');
  const { isSharing } = media;
  const canShare = typeof navigator.mediaDevices?.getDisplayMedia === 'function';
  return (
    <div
      className={styles.bar}
      data-small={isSmall || undefined}
      role="toolbar"
      aria-label={t('call.controls.label')}
    >
      <DeviceSwitches media={media} onToggle={onToggle} />
      {!isSmall && canShare && (
        <CallButton
          icon={isSharing ? ScreenShareOff : ScreenShare}
          label={isSharing ? t('call.controls.stopSharing') : t('call.controls.shareScreen')}
          isActive={isSharing}
          onClick={onShare}
        />
      )}
      {isSmall ? (
        <CallButton icon={Maximize2} label={t('call.returnToCall')} onClick={controls.onShowCall} />
      ) : (
        <>
          <CallButton icon={Settings} label={t('call.controls.devices')} onClick={onDevices} />
          <CallButton
            icon={MessageSquare}
            label={t('call.showChatDuringCall')}
            onClick={controls.onShowChat}
          />
        </>
      )}
      <CallButton icon={PhoneOff} label={t('call.controls.hangUp')} isDanger onClick={controls.onHangUp} />
    </div>
  );
}
