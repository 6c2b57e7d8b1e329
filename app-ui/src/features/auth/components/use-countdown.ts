import { useEffect, useState } from 'react';

/** Waiting time of the server between two codes. */
export const RESEND_AFTER_SECONDS = 120;

export interface Countdown {
  /** Remaining whole seconds. */
  secondsLeft: number;
  restart: (seconds: number) => void;
}

/** Counts down to a point in time, which stays correct after the computer has slept. */
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
