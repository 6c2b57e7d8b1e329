import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem, StoredAnswer } from './accept';
import { dayOf } from './dates';
import type { AnswerDrafts } from './drafts';
import type { Question } from './question';
import { type FileValue, isFileValue, type Review, review, type Values } from './submission';
import { type Upload, Uploads } from './uploads';
import type { WireAnswer } from './wire';

const NONE: readonly WireAnswer[] = [];

/** A problem of the server's kind, or a file that is still on its way. */
export type ShownProblem = Problem | { code: 'uploading' };

interface FormOptions {
  questions: readonly Question[];
  /** Answers that the server has. */
  stored?: readonly WireAnswer[];
  drafts: AnswerDrafts;
  /** Names the stage or quiz in the drafts. */
  formKey: string;
  upload: Upload;
}

export interface QuestionForm extends Review {
  values: Values;
  shown: Readonly<Record<string, ShownProblem>>;
  uploads: Uploads;
  /** Counts failed checks: a change moves the focus to the first problem. */
  failures: number;
  setValue(key: string, value: unknown): void;
  /** Shows the problem of an answer that is not empty, when its field is left. */
  leave(key: string): void;
  /** Returns the answers of these questions; null, and shows the problems, if there are any. */
  check(keys?: readonly string[]): Readonly<Record<string, StoredAnswer>> | null;
  /** Shows the problems that the server found. */
  show(problems: Readonly<Record<string, ShownProblem>>): void;
  /** Whether the server lacks a valid answer that was given here. */
  isUnsaved: boolean;
  /** Forgets the answers that the server has as a draft now, so that they do not hide newer ones of another device. */
  saved(): void;
  /** Forgets the draft after the answers were stored. */
  finish(): void;
}

/** Holds the answers of a stage or a quiz while they are typed, and keeps them on the device. */
export function useQuestionForm({
  questions,
  stored = NONE,
  drafts,
  formKey,
  upload,
}: FormOptions): QuestionForm {
  // Only what was changed here is a draft: newer answers of the server are not overwritten by old ones.
  const [changed, setChanged] = useState<Values>(() => drafts.get(formKey));
  const [shown, setShown] = useState<Readonly<Record<string, ShownProblem>>>({});
  const [failures, setFailures] = useState(0);
  const latest = useRef(changed);
  // Until `stored` is read again, it lacks what was saved since.
  const [since, setSince] = useState({ stored, values: {} as Values });

  const values = useMemo(
    () => ({
      ...Object.fromEntries(stored.map(({ questionKey, answer }) => [questionKey, answer])),
      ...(since.stored === stored ? since.values : {}),
      ...changed,
    }),
    [stored, since, changed],
  );
  const reviewed = useMemo(() => review(questions, values, dayOf(new Date())), [questions, values]);

  const setValue = useCallback(
    (key: string, value: unknown) => {
      latest.current = { ...latest.current, [key]: value };
      drafts.save(formKey, questions, latest.current);
      setChanged(latest.current);
      setShown((before) => without(before, key));
    },
    [drafts, formKey, questions],
  );

  const onUploaded = useRef((_key: string, _value: FileValue) => {});
  onUploaded.current = (key, value) => {
    const before = latest.current[key] ?? values[key];
    const title = isFileValue(before) ? before.title : undefined;
    setValue(key, title === undefined ? value : { ...value, title });
  };
  const send = useRef(upload);
  send.current = upload;
  const [uploads] = useState(
    () =>
      new Uploads(
        (...args) => send.current(...args),
        (key, value) => onUploaded.current(key, value),
      ),
  );
  useEffect(() => () => uploads.cancelAll(), [uploads]);

  const problemsOf = (keys: readonly string[]): Record<string, ShownProblem> => {
    const found: Record<string, ShownProblem> = {};
    for (const key of keys) {
      const problem = reviewed.problems[key];
      if (uploads.isUploading(key)) found[key] = { code: 'uploading' };
      else if (problem !== undefined) found[key] = problem;
    }
    return found;
  };

  const savable = reviewed.visible
    .filter(({ key, type }) => type !== 'Password' && key in changed && !(key in reviewed.problems))
    .map(({ key }) => key);

  return {
    ...reviewed,
    values,
    shown,
    uploads,
    failures,
    setValue,
    leave(key) {
      const problem = reviewed.problems[key];
      if (problem === undefined || problem.code === 'mandatory' || problem.code === 'title_mandatory') return;
      setShown((before) => ({ ...before, [key]: problem }));
    },
    check(keys = reviewed.visible.map(({ key }) => key)) {
      const found = problemsOf(keys);
      setShown(found);
      if (Object.keys(found).length === 0) return reviewed.answers;
      setFailures((count) => count + 1);
      return null;
    },
    show(problems) {
      setShown(problems);
      setFailures((count) => count + 1);
    },
    isUnsaved: savable.length > 0,
    saved() {
      // What was changed while it was sent is still a draft.
      const done = savable.filter((key) => latest.current[key] === changed[key]);
      const values = Object.fromEntries(done.map((key) => [key, changed[key]]));
      latest.current = Object.fromEntries(Object.entries(latest.current).filter(([key]) => !(key in values)));
      drafts.save(formKey, questions, latest.current);
      setSince((before) => ({
        stored,
        values: before.stored === stored ? { ...before.values, ...values } : values,
      }));
      setChanged(latest.current);
    },
    finish: () => drafts.remove(formKey),
  };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Readonly<Record<string, Value>> {
  if (!(key in record)) return record;
  const { [key]: _, ...rest } = record;
  return rest;
}
