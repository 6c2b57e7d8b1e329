import { useCallback, useEffect, useRef, useState } from 'react';
import type { RemotePeer } from '../../model/call/built-in-call';

type AudioOutput = HTMLAudioElement & { setSinkId?: (id: string) => Promise<void> };

/**
 * Plays the audio of the remote peers independently of their tiles, which the layout mounts and unmounts. Reports when
 * the browser blocks playback until the person interacts with the page.
 */
export function useRemoteAudio(peers: readonly RemotePeer[], outputDeviceId: string) {
  const outputs = useRef(new Map<string, AudioOutput>());
  const [isBlocked, setIsBlocked] = useState(false);

  const play = useCallback((output: AudioOutput) => {
    output.play().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NotAllowedError') setIsBlocked(true);
    });
  }, []);

  useEffect(() => {
    const known = outputs.current;
    for (const { peer, voice } of peers) {
      const output = known.get(peer) ?? new Audio();
      known.set(peer, output);
      if (output.srcObject === voice) continue;
      output.srcObject = voice;
      if (voice) play(output);
    }
    for (const [peer, output] of known) {
      if (peers.some((other) => other.peer === peer)) continue;
      output.srcObject = null;
      known.delete(peer);
    }
    // If the chosen device is missing, the system default plays the sound.
    for (const output of known.values()) output.setSinkId?.(outputDeviceId).catch(() => {});
  }, [peers, outputDeviceId, play]);

  useEffect(() => {
    const known = outputs.current;
    return () => {
      for (const output of known.values()) output.srcObject = null;
      known.clear();
    };
  }, []);

  const unblock = () => {
    setIsBlocked(false);
    for (const output of outputs.current.values()) play(output);
  };
  return { isBlocked, unblock };
}
