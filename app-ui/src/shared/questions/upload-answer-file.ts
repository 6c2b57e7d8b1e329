import { upload } from 'ui-kit/upload';
import type { Upload } from './uploads';

/** Uploads the file of an answer. */
export const uploadAnswerFile: Upload = (file, onProgress, signal, type) =>
  upload('/api/v2/answers/files/', { file, fields: { use: type }, onProgress, signal });
