import { expect, it } from 'vitest';
import { fakeDevices } from '../../testing/fake-devices';
import { memoryStorage } from '../../testing/fixtures';
import { CallPreview } from './call-preview';
import { LocalMedia } from './local-media';

function preview() {
  const { media, stopped } = fakeDevices();
  return {
    stopped,
    preview: new CallPreview((switches) => new LocalMedia(media, memoryStorage(), switches)),
  };
}

/** Opens the preview and waits for its devices. */
async function open(one: CallPreview): Promise<LocalMedia> {
  one.open();
  const media = one.getSnapshot();
  if (!media) throw new Error('no preview');
  await media.open();
  return media;
}

it('a call takes the devices as they are switched', async () => {
  const { preview: one, stopped } = preview();
  const media = await open(one);
  await media.toggle('microphone');
  expect(one.take()).toBe(media);
  one.close();
  expect(stopped).toEqual([]);
  expect(media.getSnapshot()).toMatchObject({ microphone: 'off', camera: 'on' });
});

it('devices are off while the preview is closed, and the switches stay', async () => {
  const { preview: one, stopped } = preview();
  const media = await open(one);
  await media.toggle('camera');
  one.close();
  expect(stopped).toHaveLength(2);
  expect(one.getSnapshot()).toBeNull();
  const again = await open(one);
  expect(again.getSnapshot()).toMatchObject({ microphone: 'on', camera: 'off' });
});

it('a conference of its own gets the switches, and the devices are free', async () => {
  const { preview: one, stopped } = preview();
  const media = await open(one);
  await media.toggle('microphone');
  expect(one.handOver()).toEqual({ microphone: false, camera: true });
  expect(stopped).toHaveLength(2);
});
