import { ExternalStore } from '../external-store';

/** An answer in progress: its text so far, empty at the beginning. */
export interface StreamingAnswer {
  questionId: string;
  text: string;
}

type State = ReadonlyMap<string, StreamingAnswer>;

interface Question {
  id: string;
  text: string;
  isShown: boolean;
}

const SHOW_DELAY_MS = 500;
/** Longer than the server takes for an answer or an apology, so that the typing bubble always ends. */
const ANSWER_TIMEOUT_MS = 60_000;
const MAX_ANSWERED_IDS = 200;

/** Tracks unanswered questions to the assistant; the snapshot holds the one in progress per channel. */
export class AssistantStore extends ExternalStore<State> {
  private readonly questions = new Map<string, Question[]>();
  private readonly showTimers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly timeouts = new Map<string, ReturnType<typeof setTimeout>>();
  /** A late delta may arrive after the answer itself. */
  private readonly answeredIds = new Set<string>();

  constructor() {
    super(new Map());
  }

  /** Registers a sent question; it becomes visible after half a second. */
  questionSent(channelId: string, questionId: string): void {
    if (this.answeredIds.has(questionId) || this.find(channelId, questionId)) return;
    this.of(channelId).push({ id: questionId, text: '', isShown: false });
    this.restartTimeout(channelId);
    this.showTimers.set(
      questionId,
      setTimeout(() => this.show(channelId, questionId), SHOW_DELAY_MS),
    );
  }

  /** Registers a retry of a question. */
  questionRetried(channelId: string, questionId: string): void {
    this.answeredIds.delete(questionId);
    this.questionSent(channelId, questionId);
  }

  /** Stores the text of the answer so far. */
  deltaReceived(channelId: string, questionId: string, text: string): void {
    if (this.answeredIds.has(questionId)) return;
    this.questionSent(channelId, questionId);
    this.restartTimeout(channelId);
    const question = this.find(channelId, questionId);
    // The first text is shown at once, without the initial delay.
    if (!question || text.length <= question.text.length) return;
    question.text = text;
    this.show(channelId, questionId);
  }

  /** Removes a question that has its answer or apology. */
  answerReceived(channelId: string, questionId: string): void {
    this.answeredIds.add(questionId);
    const [oldest] = this.answeredIds;
    if (this.answeredIds.size > MAX_ANSWERED_IDS && oldest !== undefined) this.answeredIds.delete(oldest);
    this.drop(channelId, (question) => question.id === questionId);
  }

  /** Removes all questions of a channel. */
  clearChannel(channelId: string): void {
    this.drop(channelId, () => true);
  }

  clear(): void {
    for (const channelId of [...this.questions.keys()]) this.clearChannel(channelId);
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

  private restartTimeout(channelId: string): void {
    clearTimeout(this.timeouts.get(channelId));
    this.timeouts.set(
      channelId,
      setTimeout(() => this.clearChannel(channelId), ANSWER_TIMEOUT_MS),
    );
  }

  private drop(channelId: string, isDone: (question: Question) => boolean): void {
    const questions = this.questions.get(channelId) ?? [];
    for (const { id } of questions.filter(isDone)) {
      clearTimeout(this.showTimers.get(id));
      this.showTimers.delete(id);
    }
    const left = questions.filter((question) => !isDone(question));
    if (left.length > 0) {
      this.questions.set(channelId, left);
    } else {
      this.questions.delete(channelId);
      clearTimeout(this.timeouts.get(channelId));
      this.timeouts.delete(channelId);
    }
    this.publish(channelId);
  }

  private publish(channelId: string): void {
    // The server answers questions in their order.
    const shown = this.questions.get(channelId)?.find((question) => question.isShown);
    const before = this.getSnapshot().get(channelId);
    if (before?.questionId === shown?.id && before?.text === shown?.text) return;
    const next = new Map(this.getSnapshot());
    if (shown) next.set(channelId, { questionId: shown.id, text: shown.text });
    else next.delete(channelId);
    this.set(next);
  }
}
