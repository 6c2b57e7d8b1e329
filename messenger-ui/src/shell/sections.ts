import { ExternalStore } from '../external-store';

export type Section = 'chat' | 'video';

interface SectionState {
  section: Section;
  /** The room of the address, until it is opened. */
  room: string | null;
  /** Counts requests for the video section, so that pages without one can navigate to it. */
  visits: number;
  /** The element of the section, over which a call is drawn. */
  slot: HTMLElement | null;
}

/** The open section of the messenger. Shared by the page, because a call outlives the messenger that started it. */
class SectionStore extends ExternalStore<SectionState> {
  constructor() {
    super({ section: 'chat', room: null, visits: 0, slot: null });
  }

  readonly show = (section: Section): void => {
    const { visits } = this.getSnapshot();
    this.patch({ section, visits: section === 'video' ? visits + 1 : visits });
  };

  /** Applies the section and the room of an address. */
  readonly applyParameters = (parameters: URLSearchParams): void => {
    const section = parameters.get('section');
    const room = parameters.get('room');
    if (section === 'video' || room) {
      this.patch({ room });
      this.show('video');
    } else if (section === 'chat') this.show('chat');
  };

  consumeRoom(): string | null {
    const { room } = this.getSnapshot();
    this.patch({ room: null });
    return room;
  }

  readonly setSlot = (slot: HTMLElement | null): void => this.patch({ slot });
}

export const sections = new SectionStore();

/** Parameters that are removed from the address after reading: a reload does not apply them again. */
export const SECTION_PARAMETERS = ['section', 'room'] as const;
