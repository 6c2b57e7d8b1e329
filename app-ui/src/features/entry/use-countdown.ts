import { useEffect, useState } from 'react';

/** What the server waits before it sends another code. */
export const RESEND_AFTER_SECONDS = 120;

export interface Countdown {
  /** Whole seconds to go; 0 when it is over. */
  secondsLeft: number;
  restart: (seconds: number) => void;
}

/** Counts down to a moment, so that a computer that slept in between is still right. */
export function useCountdown(runsUntil = 0): Countdown {
  const [endsAt, setEndsAt] = useState(runsUntil);
  const [now, setNow] = useState(Date.now);
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isRunning = secondsLeft > 0;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);

  function restart(seconds: number): void {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  }
  return { secondsLeft, restart };
}
