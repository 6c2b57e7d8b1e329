import type { RemotePeer } from '../../model/call/built-in-call';
import type { MediaState } from '../../model/call/local-media';
import styles from './participant-grid.module.css';
import { OwnScreenTile, OwnTile, PeerScreenTile, PeerTile } from './participant-tiles';

interface ParticipantGridProps {
  peers: readonly RemotePeer[];
  media: MediaState;
  isSmall: boolean;
  /** Text for a person who is alone in the call. */
  aloneText: string;
}

/**
 * The tiles of all participants: one large and the own one in a corner, a grid from three participants on, or a shared
 * screen with the participants beside it.
 */
export function ParticipantGrid({ peers, media, isSmall, aloneText }: ParticipantGridProps) {
  const sharingPeer = peers.find((peer) => peer.screen);
  const ownScreen = media.tracks.screen;
  // The same key in every layout keeps the video element mounted.
  const ownTile = <OwnTile key="self" media={media} />;
  const peerTiles = peers.map((peer) => <PeerTile key={peer.peer} peer={peer} />);

  if (isSmall) {
    const speaker = peers.find(({ isSpeaking }) => isSpeaking) ?? peers[0];
    return (
      <div className={styles.tiles}>
        {sharingPeer ? (
          <PeerScreenTile peer={sharingPeer} />
        ) : speaker ? (
          <PeerTile key={speaker.peer} peer={speaker} />
        ) : (
          ownTile
        )}
      </div>
    );
  }
  if (peers.length === 0) {
    return (
      <div className={styles.tiles} data-layout="alone">
        {ownTile}
        <p className={styles.alone} role="status">
          {aloneText}
        </p>
      </div>
    );
  }
  if (sharingPeer || ownScreen) {
    return (
      <div className={styles.tiles} data-layout="screen">
        <div className={styles.main}>
          {sharingPeer ? (
            <PeerScreenTile peer={sharingPeer} />
          ) : (
            ownScreen && <OwnScreenTile track={ownScreen} />
          )}
        </div>
        <div className={styles.strip}>
          {peerTiles}
          {ownTile}
        </div>
      </div>
    );
  }
  return (
    <div
      className={styles.tiles}
      data-layout={peers.length === 1 ? 'pair' : 'grid'}
      data-count={peers.length + 1}
    >
      {peerTiles}
      {ownTile}
    </div>
  );
}
