import { Mic, MicOff, Video, VideoOff } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { MediaState } from '../../model/call/local-media';
import { CallButton } from './call-button';

interface DeviceSwitchesProps {
  media: MediaState;
  onToggle: (source: 'microphone' | 'camera') => void;
}

/** The buttons that turn the microphone and the camera on and off. */
export function DeviceSwitches({ media: { microphone, camera }, onToggle }: DeviceSwitchesProps) {
  const { t } = useTranslation('messenger');
  return (
    <>
      <CallButton
        icon={microphone === 'on' ? Mic : MicOff}
        label={microphone === 'on' ? t('call.controls.microphoneOff') : t('call.controls.microphoneOn')}
        isOff={microphone !== 'on'}
        onClick={() => onToggle('microphone')}
      />
      <CallButton
        icon={camera === 'on' ? Video : VideoOff}
        label={camera === 'on' ? t('call.controls.cameraOff') : t('call.controls.cameraOn')}
        isOff={camera !== 'on'}
        hint={camera === 'on' || camera === 'off' ? null : t(`call.camera.${camera}`)}
        onClick={() => onToggle('camera')}
      />
    </>
  );
}
