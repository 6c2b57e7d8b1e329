import { useEffect, useRef } from 'react';
import { announce, useTranslation } from 'ui-kit';
import type { RemotePeer } from '../../model/call/built-in-call';

/** Announces participants who join, leave or share their screen. */
export function useParticipantAnnouncements(peers: readonly RemotePeer[]): void {
  const { t } = useTranslation('messenger');
  const previousPeers = useRef<readonly RemotePeer[]>([]);
  useEffect(() => {
    const previousList = previousPeers.current;
    previousPeers.current = peers;
    for (const { peer, name, screen } of peers) {
      const previous = previousList.find((candidate) => candidate.peer === peer);
      if (!previous) announce(t('call.joined', { name }));
      if (screen && previous?.screen !== true) announce(t('call.sharesScreen', { name }));
    }
    for (const { peer, name } of previousList) {
      if (!peers.some((candidate) => candidate.peer === peer)) announce(t('call.left', { name }));
    }
  }, [peers, t]);
}
