/** What is wrong with a part of a request. */
export interface Problem {
  code: string;
  value?: string | null;
}

/** A response with an error status. `message` is the server's English sentence; pages choose their text by `code`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Why answers are refused, by question; or texts, by place, with what it is about. */
  readonly problems: Readonly<Record<string, Problem>>;
  /** Sentences about the request as a whole: `non_field_errors` of sign-up, `errors` of a new password. */
  readonly sentences: readonly string[];
  /** Seconds to wait before a retry, if the server sent them. */
  readonly retryAfter: number | null;

  constructor(response: {
    status: number;
    code: string;
    message: string;
    fields?: Record<string, readonly string[]>;
    problems?: Record<string, Problem>;
    sentences?: readonly string[];
    retryAfter?: number | null;
  }) {
    super(response.message);
    this.status = response.status;
    this.code = response.code;
    this.fields = response.fields ?? {};
    this.problems = response.problems ?? {};
    this.sentences = response.sentences ?? [];
    this.retryAfter = response.retryAfter ?? null;
  }
}

/** No response arrived: the network or the server is down. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}
