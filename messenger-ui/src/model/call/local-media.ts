import { ExternalStore } from '../../external-store';
import type { KeyValueStorage } from '../storage';
import type { OwnTracks } from './peer-link';

export type DeviceKind = 'microphone' | 'camera' | 'speaker';

/** `denied` by the browser or the person; `missing`: no device; `busy`: it does not respond. */
export type SourceState = 'on' | 'off' | 'denied' | 'missing' | 'busy';

export interface Device {
  id: string;
  label: string;
}

/** Whether the microphone and the camera are switched on. */
export interface Switches {
  microphone: boolean;
  camera: boolean;
}

export interface MediaState {
  /** The browser has not yet answered the first request. */
  isOpening: boolean;
  microphone: SourceState;
  camera: SourceState;
  isSharing: boolean;
  tracks: OwnTracks;
  devices: Readonly<Record<DeviceKind, readonly Device[]>>;
  /** The chosen devices; empty means the system's default. */
  chosen: Readonly<Record<DeviceKind, string>>;
}

const NO_TRACKS: OwnTracks = { microphone: null, camera: null, screen: null };
const KINDS = { microphone: 'audioinput', camera: 'videoinput', speaker: 'audiooutput' } as const;
const KEY = 'mentor-hub.call.';

/** The media that this browser sends: microphone, camera, screen, and the chosen devices. */
export class LocalMedia extends ExternalStore<MediaState> {
  private readonly devices: MediaDevices | undefined;
  private readonly storage: KeyValueStorage;
  private isClosed = false;
  private opening: Promise<void> | undefined;
  private wanted: Switches;

  /** `wanted` says what `open` turns on. */
  constructor(
    devices: MediaDevices | undefined,
    storage: KeyValueStorage,
    wanted: Switches = { microphone: true, camera: true },
  ) {
    const chosen = (kind: DeviceKind) => storage.get(KEY + kind) ?? '';
    super({
      isOpening: false,
      microphone: 'off',
      camera: 'off',
      isSharing: false,
      tracks: NO_TRACKS,
      devices: { microphone: [], camera: [], speaker: [] },
      chosen: { microphone: chosen('microphone'), camera: chosen('camera'), speaker: chosen('speaker') },
    });
    this.devices = devices;
    this.storage = storage;
    this.wanted = wanted;
  }

  get switches(): Switches {
    return this.wanted;
  }

  /** Turns on what is wanted, once. Media are optional. */
  open(): Promise<void> {
    this.opening ??= this.begin();
    return this.opening;
  }

  async toggle(source: 'microphone' | 'camera'): Promise<void> {
    const isOn = this.getSnapshot()[source] === 'on';
    this.wanted = { ...this.wanted, [source]: !isOn };
    if (!isOn) return this.turnOn(source);
    const { tracks } = this.getSnapshot();
    // A stopped camera turns its light off; a muted microphone resumes without delay.
    if (source === 'microphone' && tracks.microphone) {
      tracks.microphone.enabled = false;
      this.patch({ microphone: 'off' });
    } else {
      this.release(source);
      this.patch({ [source]: 'off' });
    }
  }

  async share(): Promise<void> {
    const stream = await this.devices?.getDisplayMedia({ video: true });
    const [screen] = stream?.getVideoTracks() ?? [];
    if (!screen || this.isClosed) return stop(screen);
    screen.addEventListener('ended', () => {
      if (this.getSnapshot().tracks.screen === screen) this.stopSharing();
    });
    this.patch({ isSharing: true, tracks: { ...this.getSnapshot().tracks, screen } });
  }

  stopSharing(): void {
    this.release('screen');
    this.patch({ isSharing: false });
  }

  /** Switches to a device and remembers it. */
  async choose(kind: DeviceKind, id: string): Promise<void> {
    this.storage.set(KEY + kind, id);
    this.patch({ chosen: { ...this.getSnapshot().chosen, [kind]: id } });
    if (kind === 'speaker' || this.getSnapshot()[kind] !== 'on') return;
    this.release(kind);
    await this.turnOn(kind);
  }

  close(): void {
    this.isClosed = true;
    this.devices?.removeEventListener('devicechange', this.refreshDevices);
    for (const track of Object.values(this.getSnapshot().tracks)) stop(track);
    this.patch({ tracks: NO_TRACKS, microphone: 'off', camera: 'off', isSharing: false });
  }

  private async begin(): Promise<void> {
    this.patch({ isOpening: true });
    this.devices?.addEventListener('devicechange', this.refreshDevices);
    const { microphone, camera } = this.wanted;
    if (!microphone || !camera || !(await this.openBoth())) {
      if (microphone) await this.turnOn('microphone');
      if (camera) await this.turnOn('camera');
    }
    this.patch({ isOpening: false });
    await this.refreshDevices();
  }

  /** Requests both at once, which is one permission prompt. Returns false if one was refused. */
  private async openBoth(): Promise<boolean> {
    try {
      const stream = await this.requestMedia({ audio: this.want('microphone'), video: this.wantCamera() });
      this.take('microphone', stream.getAudioTracks()[0]);
      this.take('camera', stream.getVideoTracks()[0]);
      return true;
    } catch {
      return false;
    }
  }

  private async turnOn(source: 'microphone' | 'camera'): Promise<void> {
    if (this.isClosed) return;
    const { tracks } = this.getSnapshot();
    if (source === 'microphone' && tracks.microphone?.readyState === 'live') {
      tracks.microphone.enabled = true;
      return this.patch({ microphone: 'on' });
    }
    try {
      const wanted = source === 'camera' ? { video: this.wantCamera() } : { audio: this.want('microphone') };
      const stream = await this.requestMedia(wanted);
      this.take(source, stream.getTracks()[0]);
    } catch (error) {
      this.patch({ [source]: refusal(error) });
    }
  }

  private requestMedia(wanted: MediaStreamConstraints): Promise<MediaStream> {
    if (this.devices) return this.devices.getUserMedia(wanted);
    // Insecure contexts have no media devices.
    return Promise.reject(new DOMException('no devices', 'NotFoundError'));
  }

  private take(source: 'microphone' | 'camera', track: MediaStreamTrack | undefined): void {
    if (this.isClosed || !track) {
      stop(track);
      this.patch({ [source]: this.isClosed ? 'off' : 'missing' });
      return;
    }
    // Unplugged, or revoked by the system.
    track.addEventListener('ended', () => {
      if (this.getSnapshot().tracks[source] !== track) return;
      this.release(source);
      this.patch({ [source]: 'missing' });
    });
    this.patch({ [source]: 'on', tracks: { ...this.getSnapshot().tracks, [source]: track } });
  }

  private release(source: keyof OwnTracks): void {
    const { tracks } = this.getSnapshot();
    stop(tracks[source]);
    this.patch({ tracks: { ...tracks, [source]: null } });
  }

  private want(kind: DeviceKind): MediaTrackConstraints {
    const id = this.getSnapshot().chosen[kind];
    // `ideal`: a missing device must not prevent the call.
    return id === '' ? {} : { deviceId: { ideal: id } };
  }

  private wantCamera(): MediaTrackConstraints {
    return { ...this.want('camera'), width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: 'user' };
  }

  private readonly refreshDevices = async (): Promise<void> => {
    const all = (await this.devices?.enumerateDevices().catch(() => [])) ?? [];
    const of = (kind: DeviceKind): readonly Device[] =>
      all
        .filter((device) => device.kind === KINDS[kind] && device.deviceId !== '')
        .map(({ deviceId, label }) => ({ id: deviceId, label }));
    this.patch({ devices: { microphone: of('microphone'), camera: of('camera'), speaker: of('speaker') } });
  };
}

function stop(track: MediaStreamTrack | null | undefined): void {
  track?.stop();
}

function refusal(error: unknown): SourceState {
  switch ((error as { name?: unknown } | null)?.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    default:
      return 'busy';
  }
}
