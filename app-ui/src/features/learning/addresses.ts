/** Addresses of the pages of a session. The routes are fixed, so what they show is in the query. */

const query = (entries: Record<string, string>) => new URLSearchParams(entries).toString();

export const introAddress = (session: string) =>
  `/session/sessionintroduction/${encodeURIComponent(session)}`;

export const stepAddress = (session: string, step: string) => `/session/step?${query({ session, step })}`;

export const quizAddress = (place: { session: string; step: string; quiz: string }) =>
  `/session/step/quiz/?${query(place)}`;

export const feedbackAddress = (session: string) => `/session/step/sessionfeedback/?${query({ session })}`;
