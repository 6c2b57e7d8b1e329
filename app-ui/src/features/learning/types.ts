import type { Schemas } from 'ui-kit';
import type { StoredAnswer } from '../../shared/questions/accept';

export type SessionCard = Schemas['SessionCard'];
export type SessionDetail = Schemas['SessionDetail'];
export type SessionStep = Schemas['SessionStep'];
export type ContentItem = Schemas['SessionContentItem'];

export type Answers = Readonly<Record<string, StoredAnswer>>;

export type Quiz = Schemas['SessionQuiz'] & {
  /** Answers that are not sent yet. */
  queued?: Answers;
};

export interface QuizPath {
  session: string;
  step: string;
  quiz: string;
}
