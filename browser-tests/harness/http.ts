import type { APIRequestContext, APIResponse, Route } from '@playwright/test';

/** A mail that the development server kept instead of sending it. */
export interface SentMail {
  to: string;
  subject: string;
  text: string;
  /** The six digits, if it has them. */
  code: string | null;
}

/** The server may close an idle connection at the moment of a request; browsers ask again, as this does. */
export const LIKE_A_BROWSER = { maxRetries: 1 };

/** What the server answers to an intercepted request. */
export function answerTo(route: Route): Promise<APIResponse> {
  return route.fetch(LIKE_A_BROWSER);
}

/** The mails of the server, newest first. */
export async function sentMails(request: APIRequestContext, server: string): Promise<SentMail[]> {
  return (await request.get(`${server}/api/dev/outbox/`, LIKE_A_BROWSER)).json();
}
