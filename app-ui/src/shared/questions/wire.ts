/** Questions and answers as the server sends them. */

export interface WireOption {
  key: string;
  label: string;
  localeLabel?: string | null;
  displayOrder: number;
  /** Address of the picture of an option with image. */
  image?: string | null;
  /** Sent after a quiz was submitted. */
  isCorrect?: boolean;
}

export interface WireScale {
  sorting?: 'ascending' | 'descending' | null;
  options: { option: number; label?: string | null }[];
}

/** A question of a survey (`type`, `title`) or of a quiz (`questionType`, `label`). */
export interface WireQuestion {
  key: string;
  displayOrder?: number;
  /** The position in a quiz. */
  order?: number;
  mandatory: boolean;
  pageNumber?: number;
  type?: string;
  questionType?: string;
  title?: string | null;
  localeTitle?: string | null;
  label?: string | null;
  localeLabel?: string | null;
  helpText?: string | null;
  localeHelpText?: string | null;
  answerOptions?: WireOption[];
  /** 1 to 10 without it. */
  scaleQuestionnaire?: WireScale | null;
  /** What a number may be. */
  numberRange?: { min: number; max: number } | null;
  /** Whether a date in the future is refused. */
  noFuture?: boolean;
  visibleIf?: { question: string; anyOf: string[] } | null;
  video?: { id: string; transcript?: string | null } | null;
}

/** A stored answer. */
export interface WireAnswer {
  questionKey: string;
  answer: unknown;
}
