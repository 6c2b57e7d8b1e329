import { ExternalStore } from '../../external-store';
import type { JitsiApi, JitsiConstructor } from './jitsi-api';
import { type RecordingRun, recordingCommand } from './recording';
import type { CallRoom } from './room';

export interface JitsiState {
  /** `loading` until Jitsi says that one is in. */
  phase: 'loading' | 'in' | 'failed' | 'left';
  /** What Jitsi says of the recording. */
  recording: RecordingRun;
}

export interface JitsiOptions {
  room: CallRoom;
  selfId: string;
  name: string;
  language: string;
  load(base: string): Promise<JitsiConstructor>;
  /** Tells the server, which takes it as a hint. */
  event(kind: 'joined' | 'left' | 'participantJoined', participant: string): void;
  /** Jitsi's own hang-up, or its end. */
  onLeft(): void;
}

/** What Jitsi offers in a call: talk and be seen, and nothing that leads out of the programme. */
const TOOLBAR = [
  'microphone',
  'camera',
  'desktop',
  'raisehand',
  'tileview',
  'select-background',
  'settings',
  'hangup',
];

const FIRST_PATIENCE_MS = 15_000;
const LONGEST_PATIENCE_MS = 5 * 60_000;

/** A call in Jitsi's own frame. */
export class JitsiCall extends ExternalStore<JitsiState> {
  readonly kind = 'jitsi';
  private readonly options: JitsiOptions;
  private room: CallRoom;
  private api: JitsiApi | null = null;
  /** Jitsi's name of this tab in the call, once it is in. */
  participant: string | null = null;
  /** What was asked for, and not to be asked again before its time is over. */
  private asked: 'start' | 'stop' | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  /** How long an answer is waited for, and a refusal is left alone: longer each time. */
  private patience = FIRST_PATIENCE_MS;
  private isOver = false;

  constructor(options: JitsiOptions) {
    super({ phase: 'loading', recording: 'off' });
    this.options = options;
    this.room = options.room;
  }

  /** Loads Jitsi and shows it in `place`. Once more after a failure. */
  async show(place: HTMLElement): Promise<void> {
    const { load } = this.options;
    this.patch({ phase: 'loading' });
    try {
      const Api = await load(this.room.domain ?? '');
      if (this.isOver || !place.isConnected) return;
      this.api = new Api(hostOf(this.room.domain ?? ''), this.settings(place));
      this.follow(this.api);
    } catch {
      if (!this.isOver) this.patch({ phase: 'failed' });
    }
  }

  /** The server knows more of the room, perhaps of the recording. */
  update(room: CallRoom): void {
    this.room = room;
    this.record();
  }

  leave(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.participant !== null) this.options.event('left', this.participant);
    const { api } = this;
    this.api = null;
    this.settled();
    api?.executeCommand('hangup');
    api?.dispose();
    this.set({ phase: 'left', recording: 'off' });
  }

  private settings(parentNode: HTMLElement): Record<string, unknown> {
    const { name, language } = this.options;
    return {
      roomName: this.room.room,
      parentNode,
      jwt: this.room.token,
      lang: language,
      width: '100%',
      height: '100%',
      userInfo: { displayName: name },
      configOverwrite: {
        prejoinConfig: { enabled: false },
        prejoinPageEnabled: false,
        disableDeepLinking: true,
        disableInviteFunctions: true,
        enableClosePage: false,
        toolbarButtons: TOOLBAR,
      },
      interfaceConfigOverwrite: { MOBILE_APP_PROMO: false, SHOW_JITSI_WATERMARK: false },
    };
  }

  private follow(api: JitsiApi): void {
    const { event } = this.options;
    api.addListener('videoConferenceJoined', ({ id }) => {
      this.participant = String(id);
      this.patch({ phase: 'in' });
      event('joined', this.participant);
      this.record();
    });
    api.addListener('participantJoined', ({ id }) => event('participantJoined', String(id)));
    api.addListener('recordingStatusChanged', ({ on }) => {
      this.recordingIs(on === true);
    });
    api.addListener('errorOccurred', ({ error }) => {
      const isFatal = (error as { isFatal?: unknown } | undefined)?.isFatal === true;
      if (isFatal) this.fail();
    });
    api.addListener('videoConferenceLeft', () => this.hungUp());
    api.addListener('readyToClose', () => this.hungUp());
  }

  private hungUp(): void {
    if (this.isOver) return;
    this.leave();
    this.options.onLeft();
  }

  private fail(): void {
    this.api?.dispose();
    this.api = null;
    this.participant = null;
    this.settled();
    this.set({ phase: 'failed', recording: 'off' });
  }

  private recordingIs(isOn: boolean): void {
    // What was asked for did not come: it is asked for again after a while, and not at once.
    const isRefusal = this.asked !== null && (this.asked === 'start') !== isOn;
    this.patch({ recording: isOn ? 'on' : isRefusal ? 'failed' : 'off' });
    if (!isRefusal) this.settled();
    this.record();
  }

  /** Tells Jitsi what the rule wants. */
  private record(): void {
    if (!this.api || this.participant === null) return;
    const isRunning = this.getSnapshot().recording === 'on';
    const command = recordingCommand(this.room, this.options.selfId, isRunning);
    if (command === this.asked) return;
    if (command !== 'start' && !isRunning) this.patch({ recording: 'off' });
    if (command === null) {
      this.settled();
      return;
    }
    clearTimeout(this.again);
    this.asked = command;
    this.again = setTimeout(() => {
      this.asked = null;
      this.record();
    }, this.patience);
    this.patience = Math.min(this.patience * 2, LONGEST_PATIENCE_MS);
    if (command === 'start') this.api.executeCommand('startRecording', { mode: 'file' });
    else this.api.executeCommand('stopRecording', 'file');
  }

  /** Nothing is waited for. */
  private settled(): void {
    clearTimeout(this.again);
    this.asked = null;
    this.patience = FIRST_PATIENCE_MS;
  }
}

/** Jitsi wants the host, and the path of an installation that has one. */
const hostOf = (base: string): string => base.replace(/^https?:\/\//, '').replace(/\/+$/, '');
