import { ExternalStore } from '../external-store';

export type Section = 'chat' | 'video';

interface SectionState {
  section: Section;
  /** The room that the address named, until somebody goes there. */
  room: string | null;
  /** Grows whenever the video section is asked for, so that a page without one can lead to it. */
  visits: number;
  /** Where the section is on the page, if it is there: a call is drawn over it. */
  slot: HTMLElement | null;
}

/** Which section of the messenger is open. One for the page, because a call outlives the messenger it was begun in. */
class SectionStore extends ExternalStore<SectionState> {
  constructor() {
    super({ section: 'chat', room: null, visits: 0, slot: null });
  }

  readonly show = (section: Section): void => {
    const { visits } = this.getSnapshot();
    this.patch({ section, visits: section === 'video' ? visits + 1 : visits });
  };

  /** What an address says of the section and the room. */
  readonly follow = (parameters: URLSearchParams): void => {
    const section = parameters.get('section');
    const room = parameters.get('room');
    if (section === 'video' || room) {
      this.patch({ room });
      this.show('video');
    } else if (section === 'chat') this.show('chat');
  };

  takeRoom(): string | null {
    const { room } = this.getSnapshot();
    this.patch({ room: null });
    return room;
  }

  readonly setSlot = (slot: HTMLElement | null): void => this.patch({ slot });
}

export const sections = new SectionStore();

/** What the address says once, and is then removed: a reload does not repeat it. */
export const SECTION_PARAMETERS = ['section', 'room'] as const;
