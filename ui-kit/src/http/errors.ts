/** The server answered, and the answer is no. `message` is the server's English sentence: show text by `code`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Sentences about the whole, as the calls of sign-up (`non_field_errors`) and new password (`errors`) list them. */
  readonly sentences: readonly string[];
  /** Seconds after which trying again makes sense, where the server said so. */
  readonly retryAfter: number | null;

  constructor(answer: {
    status: number;
    code: string;
    message: string;
    fields?: Record<string, readonly string[]>;
    sentences?: readonly string[];
    retryAfter?: number | null;
  }) {
    super(answer.message);
    this.status = answer.status;
    this.code = answer.code;
    this.fields = answer.fields ?? {};
    this.sentences = answer.sentences ?? [];
    this.retryAfter = answer.retryAfter ?? null;
  }
}

/** No answer came: the server is away or the network is. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}
