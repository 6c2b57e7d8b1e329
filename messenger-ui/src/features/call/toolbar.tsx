import {
  Maximize2,
  MessageSquare,
  Mic,
  MicOff,
  PhoneOff,
  ScreenShare,
  ScreenShareOff,
  Settings,
  Video,
  VideoOff,
} from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { MediaState } from '../../model/call/local-media';
import type { StageTools } from './stage-tools';
import { ToolButton } from './tool-button';
import styles from './toolbar.module.css';

interface ToolbarProps {
  media: MediaState;
  isSmall: boolean;
  onToggle: (source: 'microphone' | 'camera') => void;
  onShare: () => void;
  onDevices: () => void;
  tools: StageTools;
}

/** What one can do in a call; in the small window only what cannot wait. */
export function Toolbar({ media, isSmall, onToggle, onShare, onDevices, tools }: ToolbarProps) {
  const { t } = useTranslation('messenger');
  const { microphone, camera, isSharing } = media;
  const canShare = typeof navigator.mediaDevices?.getDisplayMedia === 'function';
  return (
    <div
      className={styles.bar}
      data-small={isSmall || undefined}
      role="toolbar"
      aria-label={t('call.tools.label')}
    >
      <ToolButton
        icon={microphone === 'on' ? Mic : MicOff}
        label={microphone === 'on' ? t('call.tools.microphoneOff') : t('call.tools.microphoneOn')}
        isOff={microphone !== 'on'}
        onClick={() => onToggle('microphone')}
      />
      <ToolButton
        icon={camera === 'on' ? Video : VideoOff}
        label={camera === 'on' ? t('call.tools.cameraOff') : t('call.tools.cameraOn')}
        isOff={camera !== 'on'}
        hint={camera === 'on' || camera === 'off' ? null : t(`call.camera.${camera}`)}
        onClick={() => onToggle('camera')}
      />
      {!isSmall && canShare && (
        <ToolButton
          icon={isSharing ? ScreenShareOff : ScreenShare}
          label={isSharing ? t('call.tools.shareOff') : t('call.tools.shareOn')}
          isActive={isSharing}
          onClick={onShare}
        />
      )}
      {isSmall ? (
        <ToolButton icon={Maximize2} label={t('call.enlarge')} onClick={tools.onToCall} />
      ) : (
        <>
          <ToolButton icon={Settings} label={t('call.tools.devices')} onClick={onDevices} />
          <ToolButton icon={MessageSquare} label={t('call.readChat')} onClick={tools.onToChat} />
        </>
      )}
      <ToolButton icon={PhoneOff} label={t('call.tools.hangUp')} isDanger onClick={tools.onHangUp} />
    </div>
  );
}
