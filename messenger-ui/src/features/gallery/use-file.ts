import { createContext, type RefObject, use, useEffect } from 'react';
import type { Attachment } from '../../model/message';
import { useStore } from '../../shell/use-store';
import type { AttachmentFinder } from './attachment-finder';

export const FinderContext = createContext<AttachmentFinder | null>(null);

/** Returns the file of a message once its row is in view; undefined until then, null if it could not be found. */
export function useFile(msgId: string, row: RefObject<HTMLElement | null>): Attachment | null | undefined {
  const finder = use(FinderContext);
  if (!finder) throw new Error('The gallery provides a finder.');
  const file = useStore(finder, (files) => files.get(msgId));
  useEffect(() => {
    if (!row.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => (entry?.isIntersecting ? finder.request(msgId) : finder.withdraw(msgId)),
      { rootMargin: '100px' },
    );
    observer.observe(row.current);
    return () => {
      observer.disconnect();
      finder.withdraw(msgId);
    };
  }, [finder, msgId, row]);
  return file;
}
