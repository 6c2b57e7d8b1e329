import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import type { Other } from '../../model/call/built-in-call';
import { Tile } from './tile';
import styles from './tiles.module.css';

interface Own {
  userId: string;
  name: string;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
  hasMicrophone: boolean;
}

interface TilesProps {
  others: readonly Other[];
  own: Own;
  isSmall: boolean;
  /** What is said to whoever is alone. */
  alone: string;
}

/** Everybody in the call: one large and oneself in a corner, all alike from three on, or a screen with faces beside it. */
export function Tiles({ others, own, isSmall, alone }: TilesProps) {
  const { t } = useTranslation('messenger');
  const camera = useStream(own.camera);
  const screen = useStream(own.screen);
  const shared = others.find((other) => other.screen);

  const self = (
    <Tile
      key="self"
      userId={own.userId}
      name={t('you')}
      picture={own.name}
      stream={camera}
      isShown={camera !== null}
      isMirrored
      hasMicrophone={own.hasMicrophone}
      isOwn
    />
  );
  const tileOf = (other: Other) => (
    <Tile
      key={other.peer}
      userId={other.userId}
      name={other.name}
      picture={other.name}
      stream={other.cameraStream}
      isShown={other.camera && other.isConnected}
      hasMicrophone={other.microphone}
      isSpeaking={other.isSpeaking}
      quality={other.quality}
      isConnecting={!other.isConnected}
    />
  );

  if (isSmall) {
    const speaker = others.find(({ isSpeaking }) => isSpeaking) ?? others[0];
    return <div className={styles.tiles}>{shared ? screenOf(shared) : speaker ? tileOf(speaker) : self}</div>;
  }
  if (others.length === 0) {
    return (
      <div className={styles.tiles} data-layout="alone">
        {self}
        <p className={styles.alone} role="status">
          {alone}
        </p>
      </div>
    );
  }
  if (shared || screen) {
    return (
      <div className={styles.tiles} data-layout="screen">
        <div className={styles.main}>
          {shared ? screenOf(shared) : <Screen name={t('call.tools.yourScreen')} stream={screen} />}
        </div>
        <div className={styles.strip}>
          {others.map(tileOf)}
          {self}
        </div>
      </div>
    );
  }
  return (
    <div
      className={styles.tiles}
      data-layout={others.length === 1 ? 'pair' : 'grid'}
      data-count={others.length + 1}
    >
      {others.map(tileOf)}
      {self}
    </div>
  );

  function screenOf({ name, screenStream }: Other) {
    return <Screen name={t('call.screenOf', { name })} stream={screenStream} />;
  }
}

function Screen({ name, stream }: { name: string; stream: MediaStream | null }) {
  return <Tile userId="" name={name} picture="" stream={stream} isShown isWhole hasMicrophone />;
}

function useStream(track: MediaStreamTrack | null): MediaStream | null {
  return useMemo(() => track && new MediaStream([track]), [track]);
}
