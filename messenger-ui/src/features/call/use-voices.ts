import { useCallback, useEffect, useRef, useState } from 'react';
import type { Other } from '../../model/call/built-in-call';

type Speaker = HTMLAudioElement & { setSinkId?: (id: string) => Promise<void> };

/**
 * Lets the others be heard, apart from their pictures: those come and go with the layout. A browser that keeps silent
 * until somebody touches the page says so.
 */
export function useVoices(others: readonly Other[], speakerId: string) {
  const speakers = useRef(new Map<string, Speaker>());
  const [isBlocked, setIsBlocked] = useState(false);

  const play = useCallback((speaker: Speaker) => {
    speaker.play().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NotAllowedError') setIsBlocked(true);
    });
  }, []);

  useEffect(() => {
    const known = speakers.current;
    for (const { peer, voice } of others) {
      const speaker = known.get(peer) ?? new Audio();
      known.set(peer, speaker);
      if (speaker.srcObject === voice) continue;
      speaker.srcObject = voice;
      if (voice) play(speaker);
    }
    for (const [peer, speaker] of known) {
      if (others.some((other) => other.peer === peer)) continue;
      speaker.srcObject = null;
      known.delete(peer);
    }
    // A device that is gone leaves the sound where the system wants it.
    for (const speaker of known.values()) speaker.setSinkId?.(speakerId).catch(() => {});
  }, [others, speakerId, play]);

  useEffect(() => {
    const known = speakers.current;
    return () => {
      for (const speaker of known.values()) speaker.srcObject = null;
      known.clear();
    };
  }, []);

  const unblock = () => {
    setIsBlocked(false);
    for (const speaker of speakers.current.values()) play(speaker);
  };
  return { isBlocked, unblock };
}
