/**
 * Addresses of the pages of a session. In the learning hub the routes are fixed, so what they show is in the query; in a
 * mentorship it is part of the path.
 */
import type { QuizPath } from './types';

const query = (entries: Record<string, string>) => new URLSearchParams(entries).toString();

/** A session of a mentorship has an id of its own, one of the learning hub its key. */
export const isOfMentorship = (session: string) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(session);

const inMentorship = (session: string) => `/mentorship/${session}`;

export const introAddress = (session: string) =>
  isOfMentorship(session)
    ? `${inMentorship(session)}/sessionintro`
    : `/session/sessionintroduction/${encodeURIComponent(session)}`;

export const summaryAddress = (session: string) => `${inMentorship(session)}/summary`;

export const stepAddress = (session: string, step: string) =>
  isOfMentorship(session)
    ? `${inMentorship(session)}/step/${encodeURIComponent(step)}`
    : `/session/step?${query({ session, step })}`;

export const quizAddress = (path: QuizPath) =>
  isOfMentorship(path.session)
    ? `${stepAddress(path.session, path.step)}/quiz/?${query({ quiz: path.quiz })}`
    : `/session/step/quiz/?${query({ ...path })}`;

export const feedbackAddress = (session: string) =>
  isOfMentorship(session)
    ? `${inMentorship(session)}/step/sessionfeedback/`
    : `/session/step/sessionfeedback/?${query({ session })}`;

/** The page from which people come to a session, and to which they return. */
export const areaAddress = (session: { mentorship: string | null }) =>
  session.mentorship === null ? '/learninghub' : `/mentorship?${query({ mentorship: session.mentorship })}`;

/** Where closing a session leads: its introduction, or in a mentorship its home. */
export const closeAddress = (session: { id: string; mentorship: string | null }) =>
  session.mentorship === null ? introAddress(session.id) : areaAddress(session);
