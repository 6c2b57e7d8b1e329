import { ExternalStore } from '../external-store';

/** An answer that is being made: as far as it has come, empty at the beginning. */
export interface Answering {
  questionId: string;
  text: string;
}

type State = ReadonlyMap<string, Answering>;

interface Question {
  id: string;
  text: string;
  isShown: boolean;
}

const SHOWN_AFTER_MS = 500;
/** Longer than the server takes for an answer or an apology: a bubble never stays for ever. */
const GIVEN_UP_AFTER_MS = 60_000;
const REMEMBERED = 200;

/** Which questions to the assistant wait for an answer; by channel the one that is worked on. */
export class AssistantStore extends ExternalStore<State> {
  private readonly questions = new Map<string, Question[]>();
  private readonly appear = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly giveUp = new Map<string, ReturnType<typeof setTimeout>>();
  /** What was shown on the way may come after the answer itself. */
  private readonly answeredIds = new Set<string>();

  constructor() {
    super(new Map());
  }

  /** A question was sent: half a second later one sees that it is worked on. */
  asked(channelId: string, questionId: string): void {
    if (this.answeredIds.has(questionId) || this.find(channelId, questionId)) return;
    this.of(channelId).push({ id: questionId, text: '', isShown: false });
    this.heard(channelId);
    this.appear.set(
      questionId,
      setTimeout(() => this.show(channelId, questionId), SHOWN_AFTER_MS),
    );
  }

  /** The person wants another answer to it. */
  askedAgain(channelId: string, questionId: string): void {
    this.answeredIds.delete(questionId);
    this.asked(channelId, questionId);
  }

  /** The answer has come so far. */
  grew(channelId: string, questionId: string, text: string): void {
    if (this.answeredIds.has(questionId)) return;
    this.asked(channelId, questionId);
    this.heard(channelId);
    const question = this.find(channelId, questionId);
    // Nothing of it waits for its half second to be over.
    if (!question || text.length <= question.text.length) return;
    question.text = text;
    this.show(channelId, questionId);
  }

  /** The answer, or what came instead of one, is there. */
  answered(channelId: string, questionId: string): void {
    this.answeredIds.add(questionId);
    const [oldest] = this.answeredIds;
    if (this.answeredIds.size > REMEMBERED && oldest !== undefined) this.answeredIds.delete(oldest);
    this.drop(channelId, (question) => question.id === questionId);
  }

  /** Nothing more will come in this channel. */
  abandoned(channelId: string): void {
    this.drop(channelId, () => true);
  }

  clear(): void {
    for (const channelId of [...this.questions.keys()]) this.abandoned(channelId);
  }

  private of(channelId: string): Question[] {
    const known = this.questions.get(channelId) ?? [];
    this.questions.set(channelId, known);
    return known;
  }

  private find(channelId: string, questionId: string): Question | undefined {
    return this.questions.get(channelId)?.find((question) => question.id === questionId);
  }

  private show(channelId: string, questionId: string): void {
    const question = this.find(channelId, questionId);
    if (question) question.isShown = true;
    this.publish(channelId);
  }

  private heard(channelId: string): void {
    clearTimeout(this.giveUp.get(channelId));
    this.giveUp.set(
      channelId,
      setTimeout(() => this.abandoned(channelId), GIVEN_UP_AFTER_MS),
    );
  }

  private drop(channelId: string, isDone: (question: Question) => boolean): void {
    const questions = this.questions.get(channelId) ?? [];
    for (const { id } of questions.filter(isDone)) {
      clearTimeout(this.appear.get(id));
      this.appear.delete(id);
    }
    const left = questions.filter((question) => !isDone(question));
    if (left.length > 0) {
      this.questions.set(channelId, left);
    } else {
      this.questions.delete(channelId);
      clearTimeout(this.giveUp.get(channelId));
      this.giveUp.delete(channelId);
    }
    this.publish(channelId);
  }

  private publish(channelId: string): void {
    // They are answered in their order.
    const shown = this.questions.get(channelId)?.find((question) => question.isShown);
    const before = this.getSnapshot().get(channelId);
    if (before?.questionId === shown?.id && before?.text === shown?.text) return;
    const next = new Map(this.getSnapshot());
    if (shown) next.set(channelId, { questionId: shown.id, text: shown.text });
    else next.delete(channelId);
    this.set(next);
  }
}
