import { X } from 'lucide-react';
import { useId } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import type { Device, DeviceKind, LocalMedia } from '../../model/call/local-media';
import { useStore } from '../../shell/use-store';
import styles from './devices-dialog.module.css';

/** Selects microphone, camera and speaker; stored for the next call on this device. */
export function DevicesDialog({ media, onClose }: { media: LocalMedia; onClose: () => void }) {
  const { t } = useTranslation('messenger');
  const { devices, chosen } = useStore(media, (state) => state);
  const names: Record<DeviceKind, string> = {
    microphone: t('call.devices.microphone'),
    camera: t('call.devices.camera'),
    speaker: t('call.devices.speaker'),
  };
  const canChooseSpeaker = 'setSinkId' in HTMLMediaElement.prototype;
  const kinds = (['microphone', 'camera', 'speaker'] as const).filter(
    (kind) => kind !== 'speaker' || canChooseSpeaker,
  );
  return (
    <ModalDialog label={t('call.controls.devices')} placement="center" onClose={onClose}>
      <div className={styles.dialog}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('call.controls.devices')}</h2>
          <IconButton label={t('call.close')} onClick={onClose}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
        {kinds.map((kind) => (
          <DeviceSelect
            key={kind}
            label={names[kind]}
            devices={devices[kind]}
            value={chosen[kind]}
            onChoose={(id) => void media.choose(kind, id)}
          />
        ))}
      </div>
    </ModalDialog>
  );
}

interface DeviceSelectProps {
  label: string;
  devices: readonly Device[];
  value: string;
  onChoose: (id: string) => void;
}

function DeviceSelect({ label, devices, value, onChoose }: DeviceSelectProps) {
  const { t } = useTranslation('messenger');
  const id = useId();
  const isAvailable = devices.some((device) => device.id === value);
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.select}
        value={isAvailable ? value : ''}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">{t('call.devices.systemDefault')}</option>
        {devices.map((device, index) => (
          <option key={device.id} value={device.id}>
            {device.label || t('call.devices.unnamed', { label, number: index + 1 })}
          </option>
        ))}
      </select>
    </div>
  );
}
