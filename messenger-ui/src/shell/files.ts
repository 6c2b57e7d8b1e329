import { api } from 'ui-kit';
import { upload } from 'ui-kit/upload';
import type { LinksOptions } from '../model/links';
import type { UploadsOptions } from '../model/uploads';

export const transfer: UploadsOptions['transfer'] = (channelId, file, { onProgress, signal }) =>
  upload('/api/v2/chat/{channel}/attachments/', {
    params: { path: { channel: channelId } },
    file,
    onProgress,
    signal,
  });

export const createLink: LinksOptions['createLink'] = async (channelId, attachmentId) => {
  const { presignedUrl, thumbnailPresignedUrl } = await api.get('/api/v2/chat/{channel}/attachments/{id}/', {
    params: { path: { channel: channelId, id: attachmentId } },
  });
  return { url: presignedUrl, thumbnailUrl: thumbnailPresignedUrl };
};

export const measure: UploadsOptions['measure'] = async (preview) => {
  const image = new Image();
  image.src = preview;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
};
