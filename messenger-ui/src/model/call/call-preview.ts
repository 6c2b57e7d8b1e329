import { ExternalStore } from '../../external-store';
import type { LocalMedia, Switches } from './local-media';

/** The own camera and microphone before a call, and the switches with which the call begins. */
export class CallPreview extends ExternalStore<LocalMedia | null> {
  private switches: Switches = { microphone: true, camera: true };

  constructor(private readonly create: (switches: Switches) => LocalMedia) {
    super(null);
  }

  /** Turns the devices on, as the person last switched them. */
  open(): void {
    if (this.getSnapshot()) return;
    const media = this.create(this.switches);
    this.set(media);
    void media.open();
  }

  /** Turns the devices off, unless a call has taken them. */
  close(): void {
    this.release()?.close();
  }

  /** Hands the media over to a call, which closes them. */
  take(): LocalMedia {
    return this.release() ?? this.create(this.switches);
  }

  /** Turns the devices off for a conference that opens them itself. Returns the switches. */
  handOver(): Switches {
    this.close();
    return this.switches;
  }

  private release(): LocalMedia | null {
    const media = this.getSnapshot();
    if (media) this.switches = media.switches;
    this.set(null);
    return media;
  }
}
