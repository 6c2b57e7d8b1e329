import { http, type Schemas } from 'ui-kit';
import { upload } from 'ui-kit/upload';
import type { LinksOptions } from '../model/links';
import type { UploadOptions } from '../model/uploads';

const pathOf = (channelId: string) => `api/v2/chat/${encodeURIComponent(channelId)}/attachments/`;

export const transfer: UploadOptions['transfer'] = (channelId, file, { onProgress, signal }) =>
  upload<Schemas['Uploaded']>(pathOf(channelId), { field: 'file', file, onProgress, signal });

export const mint: LinksOptions['mint'] = async (channelId, attachmentId) => {
  const path = `${pathOf(channelId)}${encodeURIComponent(attachmentId)}/`;
  const { presignedUrl, thumbnailPresignedUrl } = await http<Schemas['Uploaded']>(path);
  return { url: presignedUrl, thumbnailUrl: thumbnailPresignedUrl };
};

export const measure: UploadOptions['measure'] = async (preview) => {
  const image = new Image();
  image.src = preview;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
};
