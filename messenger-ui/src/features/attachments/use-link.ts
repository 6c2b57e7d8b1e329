import { useCallback, useEffect, useRef, useState } from 'react';
import { HttpError } from 'ui-kit';
import type { Link, Linked } from '../../model/links';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

export interface LiveLink {
  /** Null while there is none that could work. */
  link: Link | null;
  /** `gone`: the file is not there (any more); `broken`: it could not be loaded, which may pass. */
  state: 'ok' | 'broken' | 'gone';
  onLoad: () => void;
  onError: () => void;
  retry: () => void;
}

/** The link of a file, made anew when it has grown old and, once, when loading fails. */
export function useLink(channelId: string, file: Linked): LiveLink {
  const { links } = useChat().hub;
  const newest = useStore(links, () => links.of(file));
  const [needsNew, setNeedsNew] = useState(() => !links.isFresh(links.of(file)));
  const [state, setState] = useState<LiveLink['state']>('ok');
  const isSecondTry = useRef(false);

  const renew = useCallback(async () => {
    setNeedsNew(true);
    setState('ok');
    try {
      await links.renew(channelId, file.id);
      setNeedsNew(false);
    } catch (error) {
      setState(error instanceof HttpError && error.status === 404 ? 'gone' : 'broken');
    }
  }, [links, channelId, file.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when it is first shown, not whenever it grows old
  useEffect(() => {
    if (needsNew) void renew();
  }, []);

  const onError = () => {
    if (isSecondTry.current) {
      setState('broken');
    } else {
      isSecondTry.current = true;
      void renew();
    }
  };
  const onLoad = () => {
    isSecondTry.current = false;
  };
  return { link: needsNew ? null : newest, state, onLoad, onError, retry: () => void renew() };
}
