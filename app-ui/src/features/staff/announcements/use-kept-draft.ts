import { useSessionStorage } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { HttpError } from 'ui-kit';
import { type Announcement, saveAnnouncement } from './announcement';
import { type Draft, draftOf } from './draft';

/** The pause of the author after which a draft is sent to the server. */
const PAUSE_MS = 800;

interface Typed {
  /** The revision of the server that it was typed on. */
  revision: number;
  draft: Draft;
}

/** What was typed and is not saved yet, in this tab. */
export const useTyped = (id: string) =>
  useSessionStorage<Typed | null>({
    key: `mentor-hub.announcement.${id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });

export const isOvertaken = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'changed_meanwhile';

/**
 * A draft that the server keeps: it is saved with each pause of the author, and what is not saved yet outlives a reload of the tab. If a
 * colleague was faster, nothing is saved until the author decides.
 */
export function useKeptDraft(announcement: Announcement) {
  const { id, languages } = announcement;
  const [typed, setTyped] = useTyped(id);
  const [error, setError] = useState<unknown>(null);
  const latest = useRef<Typed | null>(typed);
  const revision = useRef(typed?.revision ?? announcement.revision);
  const saving = useRef<Promise<boolean> | null>(null);

  const save = useCallback(async (): Promise<boolean> => {
    if (saving.current !== null) await saving.current;
    const wanted = latest.current;
    if (wanted === null) return true;
    const run = async () => {
      try {
        // The server keeps the texts in languages that are not offered any more.
        const offered = languages.flatMap(({ code }) => {
          const text = wanted.draft.texts[code];
          return text === undefined ? [] : [[code, text] as const];
        });
        const texts = Object.fromEntries(offered);
        const body = { ...wanted.draft, texts, roles: [...wanted.draft.roles], revision: revision.current };
        revision.current = (await saveAnnouncement(id, body)).revision;
        setError(null);
        // What was typed meanwhile waits for the next pause.
        if (latest.current === wanted) {
          latest.current = null;
          setTyped(null);
        } else if (latest.current !== null) {
          latest.current = { ...latest.current, revision: revision.current };
          setTyped(latest.current);
        }
        return true;
      } catch (failure) {
        setError(failure);
        return false;
      } finally {
        saving.current = null;
      }
    };
    saving.current = run();
    return saving.current;
  }, [id, languages, setTyped]);

  const [saved, setSaved] = useState(() => draftOf(announcement));
  // A colleague's version that comes with a refetch, while nothing of the author waits.
  if (typed === null && saving.current === null && announcement.revision > revision.current) {
    revision.current = announcement.revision;
    setSaved(draftOf(announcement));
  }
  const draft = typed?.draft ?? saved;
  const isConflict = isOvertaken(error);
  const change = (changes: Partial<Draft>) => {
    const next = { ...(latest.current?.draft ?? saved), ...changes };
    latest.current = { revision: revision.current, draft: next };
    setSaved(next);
    setTyped(latest.current);
  };
  useEffect(() => {
    if (typed === null || isConflict) return;
    const timer = setTimeout(() => void save(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, isConflict, save]);
  // Who leaves within a pause has the draft saved, too.
  const flushLast = useRef(() => {});
  useEffect(() => {
    flushLast.current = () => {
      if (!isConflict) void save();
    };
  }, [isConflict, save]);
  useEffect(() => {
    const leave = () => flushLast.current();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return {
    draft,
    change,
    /** Saves at once; false if that failed. */
    flush: save,
    revision: () => revision.current,
    error,
    isConflict,
    isSaved: typed === null,
    /** Decides a conflict: with the own version on top of the stored one, or with the stored one. */
    keepOwn: (stored: Announcement) => {
      revision.current = stored.revision;
      setError(null);
      return save();
    },
    takeStored: (stored: Announcement) => {
      revision.current = stored.revision;
      latest.current = null;
      setError(null);
      setSaved(draftOf(stored));
      setTyped(null);
    },
    forget: () => {
      latest.current = null;
      setTyped(null);
    },
  };
}
