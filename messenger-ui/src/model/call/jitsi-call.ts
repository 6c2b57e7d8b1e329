import { ExternalStore } from '../../external-store';
import type { CallRoom } from './call-room';
import type { JitsiApi, JitsiConstructor } from './jitsi-api';
import type { Switches } from './local-media';
import { type RecordingRun, recordingCommand } from './recording';

export interface JitsiState {
  /** `loading` until Jitsi reports the join. */
  phase: 'loading' | 'in' | 'failed' | 'left';
  /** The state of the recording in Jitsi. */
  recording: RecordingRun;
}

export interface JitsiOptions {
  room: CallRoom;
  selfId: string;
  name: string;
  language: string;
  /** Whether the person may remove and mute others, if they are a moderator. */
  canModerate: boolean;
  /** What the call begins with. */
  switches: Switches;
  load(base: string): Promise<JitsiConstructor>;
  /** Reports an event to the server, which treats it as a hint. */
  event(kind: 'joined' | 'left' | 'participantJoined', participant: string): void;
  /** The person hung up in Jitsi, or Jitsi ended the call. */
  onLeft(): void;
}

/** Jitsi's buttons; none leads out of the programme. */
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

/** Hides what moderators can do to others: a mentee is a moderator only to record. */
const NO_MODERATION = {
  disableRemoteMute: true,
  remoteVideoMenu: { disableKick: true, disableGrantModerator: true },
};

const FIRST_COMMAND_TIMEOUT_MS = 15_000;
const MAX_COMMAND_TIMEOUT_MS = 5 * 60_000;

/** A call in Jitsi's iframe. */
export class JitsiCall extends ExternalStore<JitsiState> {
  readonly kind = 'jitsi';
  private readonly options: JitsiOptions;
  private room: CallRoom;
  private api: JitsiApi | null = null;
  /** Jitsi's id of this tab after the join. */
  participantId: string | null = null;
  /** The last recording command; it is not repeated before its timeout. */
  private pendingCommand: 'start' | 'stop' | null = null;
  private commandTimer: ReturnType<typeof setTimeout> | undefined;
  /** The timeout of a recording command; it doubles after each attempt. */
  private commandTimeout = FIRST_COMMAND_TIMEOUT_MS;
  private isOver = false;

  constructor(options: JitsiOptions) {
    super({ phase: 'loading', recording: 'off' });
    this.options = options;
    this.room = options.room;
  }

  /** Loads Jitsi and shows it in `parent`; also retries after a failure. */
  async show(parent: HTMLElement): Promise<void> {
    const { load } = this.options;
    this.patch({ phase: 'loading' });
    try {
      const Api = await load(this.room.domain ?? '');
      if (this.isOver || !parent.isConnected) return;
      this.api = new Api(hostOf(this.room.domain ?? ''), this.settings(parent));
      this.listenTo(this.api);
    } catch {
      if (!this.isOver) this.patch({ phase: 'failed' });
    }
  }

  /** Applies a new state of the room, for example of the recording. */
  update(room: CallRoom): void {
    this.room = room;
    this.applyRecordingRule();
  }

  leave(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.participantId !== null) this.options.event('left', this.participantId);
    const { api } = this;
    this.api = null;
    this.clearPendingCommand();
    api?.executeCommand('hangup');
    api?.dispose();
    this.set({ phase: 'left', recording: 'off' });
  }

  private settings(parentNode: HTMLElement): Record<string, unknown> {
    const { name, language, canModerate, switches } = this.options;
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
        startWithAudioMuted: !switches.microphone,
        startWithVideoMuted: !switches.camera,
        toolbarButtons: TOOLBAR,
        ...(canModerate ? {} : NO_MODERATION),
      },
      interfaceConfigOverwrite: { MOBILE_APP_PROMO: false, SHOW_JITSI_WATERMARK: false },
    };
  }

  private listenTo(api: JitsiApi): void {
    const { event } = this.options;
    api.addListener('videoConferenceJoined', ({ id }) => {
      this.participantId = String(id);
      this.patch({ phase: 'in' });
      event('joined', this.participantId);
      this.applyRecordingRule();
    });
    api.addListener('participantJoined', ({ id }) => event('participantJoined', String(id)));
    api.addListener('recordingStatusChanged', ({ on }) => {
      this.recordingChanged(on === true);
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
    this.participantId = null;
    this.clearPendingCommand();
    this.set({ phase: 'failed', recording: 'off' });
  }

  private recordingChanged(isOn: boolean): void {
    // Jitsi refused the command: it is repeated after the timeout.
    const isRefusal = this.pendingCommand !== null && (this.pendingCommand === 'start') !== isOn;
    this.patch({ recording: isOn ? 'on' : isRefusal ? 'failed' : 'off' });
    if (!isRefusal) this.clearPendingCommand();
    this.applyRecordingRule();
  }

  /** Starts or stops the recording as the rule requires. */
  private applyRecordingRule(): void {
    if (!this.api || this.participantId === null) return;
    const isRunning = this.getSnapshot().recording === 'on';
    const command = recordingCommand(this.room, this.options.selfId, isRunning);
    if (command === this.pendingCommand) return;
    if (command !== 'start' && !isRunning) this.patch({ recording: 'off' });
    if (command === null) {
      this.clearPendingCommand();
      return;
    }
    clearTimeout(this.commandTimer);
    this.pendingCommand = command;
    this.commandTimer = setTimeout(() => {
      this.pendingCommand = null;
      this.applyRecordingRule();
    }, this.commandTimeout);
    this.commandTimeout = Math.min(this.commandTimeout * 2, MAX_COMMAND_TIMEOUT_MS);
    if (command === 'start') this.api.executeCommand('startRecording', { mode: 'file' });
    else this.api.executeCommand('stopRecording', 'file');
  }

  /** Clears the pending command. */
  private clearPendingCommand(): void {
    clearTimeout(this.commandTimer);
    this.pendingCommand = null;
    this.commandTimeout = FIRST_COMMAND_TIMEOUT_MS;
  }
}

/** Jitsi expects the host and the path of the installation, if any. */
const hostOf = (base: string): string => base.replace(/^https?:\/\//, '').replace(/\/+$/, '');
