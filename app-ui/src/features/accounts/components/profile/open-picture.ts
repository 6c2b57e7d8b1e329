/** Shorter edge in pixels that the cropper can use: its output at the largest zoom. */
const USEFUL_EDGE = 2048;

/** Decodes a picture of any size. Large ones are shrunk, because phones have little memory for pixels. */
export async function openPicture(file: Blob): Promise<ImageBitmap> {
  const full = await createImageBitmap(file);
  const scale = USEFUL_EDGE / Math.min(full.width, full.height);
  if (scale >= 1) return full;
  try {
    return await createImageBitmap(full, {
      resizeWidth: Math.round(full.width * scale),
      resizeHeight: Math.round(full.height * scale),
      resizeQuality: 'high',
    });
  } finally {
    full.close();
  }
}
