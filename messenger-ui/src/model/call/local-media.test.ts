import { describe, expect, it } from 'vitest';
import { fakeDevices } from '../../testing/fake-devices';
import { memoryStorage } from '../../testing/fixtures';
import { LocalMedia } from './local-media';

describe('joining a call', () => {
  it('requests both at once and lists devices', async () => {
    const { asked, media } = fakeDevices();
    const local = new LocalMedia(media, memoryStorage());
    await local.open();
    expect(asked).toHaveLength(1);
    expect(local.getSnapshot()).toMatchObject({ microphone: 'on', camera: 'on' });
    expect(local.getSnapshot().devices).toEqual({
      microphone: [{ id: 'mic1', label: 'Headset' }],
      camera: [{ id: 'cam1', label: '' }],
      speaker: [],
    });
  });

  it.each([
    [{ video: 'NotFoundError' }, 'on', 'missing'],
    [{ video: 'NotAllowedError' }, 'on', 'denied'],
    [{ audio: 'NotReadableError' }, 'busy', 'on'],
    [{ audio: 'NotAllowedError', video: 'NotAllowedError' }, 'denied', 'denied'],
  ] as const)('goes in with what there is: %j', async (refusals, microphone, camera) => {
    const local = new LocalMedia(fakeDevices(refusals).media, memoryStorage());
    await local.open();
    expect(local.getSnapshot()).toMatchObject({ microphone, camera });
  });

  it('opens only what is wanted, once', async () => {
    const { asked, media } = fakeDevices();
    const local = new LocalMedia(media, memoryStorage(), { microphone: true, camera: false });
    await Promise.all([local.open(), local.open()]);
    expect(asked).toHaveLength(1);
    expect(local.getSnapshot()).toMatchObject({ microphone: 'on', camera: 'off', isOpening: false });
    await local.toggle('microphone');
    expect(local.switches).toEqual({ microphone: false, camera: false });
  });

  it('joins without media where none is available', async () => {
    const local = new LocalMedia(undefined, memoryStorage());
    await local.open();
    expect(local.getSnapshot()).toMatchObject({ microphone: 'missing', camera: 'missing' });
  });
});

describe('during the call', () => {
  it('mutes the microphone and stops the camera', async () => {
    const { media, stopped } = fakeDevices();
    const local = new LocalMedia(media, memoryStorage());
    await local.open();
    const { microphone, camera } = local.getSnapshot().tracks;
    await local.toggle('microphone');
    expect([microphone?.enabled, local.getSnapshot().microphone]).toEqual([false, 'off']);
    await local.toggle('microphone');
    expect([microphone?.enabled, local.getSnapshot().tracks.microphone]).toEqual([true, microphone]);
    await local.toggle('camera');
    expect(stopped).toEqual([camera]);
    expect(local.getSnapshot().tracks.camera).toBeNull();
    await local.toggle('camera');
    expect(local.getSnapshot().camera).toBe('on');
  });

  it('asks again for a device that was refused', async () => {
    const { media, refusals } = fakeDevices({ video: 'NotAllowedError' });
    const local = new LocalMedia(media, memoryStorage());
    await local.open();
    delete refusals.video;
    await local.toggle('camera');
    expect(local.getSnapshot().camera).toBe('on');
  });

  it('remembers the chosen device as ideal', async () => {
    const storage = memoryStorage();
    const local = new LocalMedia(fakeDevices().media, storage);
    await local.open();
    await local.choose('microphone', 'mic1');
    const { asked, media } = fakeDevices();
    await new LocalMedia(media, storage).open();
    expect(asked[0]?.audio).toEqual({ deviceId: { ideal: 'mic1' } });
  });

  it('notices unplugged devices and ended sharing', async () => {
    const local = new LocalMedia(fakeDevices().media, memoryStorage());
    await local.open();
    local.getSnapshot().tracks.camera?.dispatchEvent(new Event('ended'));
    expect(local.getSnapshot()).toMatchObject({ camera: 'missing', tracks: { camera: null } });
    await local.share();
    expect(local.getSnapshot().isSharing).toBe(true);
    local.getSnapshot().tracks.screen?.dispatchEvent(new Event('ended'));
    expect(local.getSnapshot()).toMatchObject({ isSharing: false, tracks: { screen: null } });
  });

  it('stops all tracks at the end', async () => {
    const { media, stopped } = fakeDevices();
    const local = new LocalMedia(media, memoryStorage());
    const opening = local.open();
    local.close();
    await opening;
    expect(stopped).toHaveLength(2);
    expect(local.getSnapshot().tracks).toEqual({ microphone: null, camera: null, screen: null });
  });
});
