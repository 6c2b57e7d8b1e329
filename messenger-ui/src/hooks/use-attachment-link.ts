import { useCallback, useEffect, useRef, useState } from 'react';
import { HttpError } from 'ui-kit';
import type { Link, Linked } from '../model/links';
import { useChat } from '../shell/chat-context';
import { useStore } from '../shell/use-store';

export interface AttachmentLink {
  /** Null while no valid link exists. */
  link: Link | null;
  /** `unavailable`: the file does not exist any more; `failed`: loading failed and may be retried. */
  state: 'ok' | 'failed' | 'unavailable';
  onLoad: () => void;
  onError: () => void;
  retry: () => void;
}

/** Returns the link of a file; renews it when expired and once after a failed load. */
export function useAttachmentLink(channelId: string, file: Linked): AttachmentLink {
  const { links } = useChat().hub;
  const current = useStore(links, () => links.of(file));
  const [isExpired, setIsExpired] = useState(() => !links.isFresh(links.of(file)));
  const [state, setState] = useState<AttachmentLink['state']>('ok');
  const hasRetried = useRef(false);

  const renew = useCallback(async () => {
    setIsExpired(true);
    setState('ok');
    try {
      await links.renew(channelId, file.id);
      setIsExpired(false);
    } catch (error) {
      setState(error instanceof HttpError && error.status === 404 ? 'unavailable' : 'failed');
    }
  }, [links, channelId, file.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: renewed on mount, not at every expiry
  useEffect(() => {
    if (isExpired) void renew();
  }, []);

  const onError = () => {
    if (hasRetried.current) {
      setState('failed');
    } else {
      hasRetried.current = true;
      void renew();
    }
  };
  const onLoad = () => {
    hasRetried.current = false;
  };
  return { link: isExpired ? null : current, state, onLoad, onError, retry: () => void renew() };
}
