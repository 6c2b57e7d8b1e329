import { useEffect, useRef } from 'react';
import { announce, useTranslation } from 'ui-kit';
import type { Other } from '../../model/call/built-in-call';

/** Tells those who listen who comes, who goes and who shows their screen. */
export function useArrivals(others: readonly Other[]): void {
  const { t } = useTranslation('messenger');
  const before = useRef<readonly Other[]>([]);
  useEffect(() => {
    const known = before.current;
    before.current = others;
    for (const { peer, name, screen } of others) {
      const was = known.find((other) => other.peer === peer);
      if (!was) announce(t('call.joined', { name }));
      if (screen && was?.screen !== true) announce(t('call.shares', { name }));
    }
    for (const { peer, name } of known) {
      if (!others.some((other) => other.peer === peer)) announce(t('call.left', { name }));
    }
  }, [others, t]);
}
