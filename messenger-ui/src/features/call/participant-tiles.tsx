import { SignalLow } from 'lucide-react';
import { useMemo } from 'react';
import { Avatar, Spinner, useTranslation } from 'ui-kit';
import type { RemotePeer } from '../../model/call/built-in-call';
import type { MediaState } from '../../model/call/local-media';
import { useChannelList, useChat } from '../../shell/chat-context';
import { VideoTile } from './video-tile';
import styles from './video-tile.module.css';

/** Tile of a remote participant: the camera, or an avatar while the camera is off. */
export function PeerTile({ peer }: { peer: RemotePeer }) {
  const { t } = useTranslation('messenger');
  const { userId, name, isConnected, quality } = peer;
  const fallback = isConnected ? <MemberAvatar userId={userId} name={name} /> : <Spinner size={32} />;
  return (
    <VideoTile
      name={name}
      stream={peer.cameraStream}
      placeholder={peer.camera && isConnected ? undefined : fallback}
      isMuted={!peer.microphone}
      isSpeaking={peer.isSpeaking}
    >
      {!isConnected && <span className={styles.state}>{t('call.connecting')}</span>}
      {isConnected && quality !== 'good' && (
        <span className={styles.state}>
          <SignalLow aria-hidden size={14} />
          {t(`call.quality.${quality}`)}
        </span>
      )}
    </VideoTile>
  );
}

/** Tile of the own camera, mirrored. */
export function OwnTile({ media }: { media: MediaState }) {
  const { t } = useTranslation('messenger');
  const { self } = useChat();
  const stream = useStream(media.tracks.camera);
  return (
    <VideoTile
      name={t('you')}
      stream={stream}
      placeholder={stream ? undefined : <MemberAvatar userId={self.id} name={self.name} />}
      isMirrored
      isMuted={media.microphone !== 'on'}
    />
  );
}

/** Tile of the screen that a remote participant shares. */
export function PeerScreenTile({ peer }: { peer: RemotePeer }) {
  const { t } = useTranslation('messenger');
  return <VideoTile name={t('call.screenOf', { name: peer.name })} stream={peer.screenStream} isContained />;
}

/** Tile of the own shared screen. */
export function OwnScreenTile({ track }: { track: MediaStreamTrack }) {
  const { t } = useTranslation('messenger');
  return <VideoTile name={t('call.controls.yourScreen')} stream={useStream(track)} isContained />;
}

function MemberAvatar({ userId, name }: { userId: string; name: string }) {
  const { channels } = useChannelList();
  const member = channels
    ?.flatMap(({ channelMembers }) => channelMembers)
    .find((candidate) => candidate.userId === userId);
  return <Avatar id={userId} name={name} picture={member?.displayPicture} size={76} />;
}

function useStream(track: MediaStreamTrack | null): MediaStream | null {
  return useMemo(() => track && new MediaStream([track]), [track]);
}
