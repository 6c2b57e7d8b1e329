import { api, apiUrl, multipart, type Schemas } from 'ui-kit';
import { downloadFrom } from 'ui-kit/download';
import { saveFile } from '../../../../shared/lists/save-file';

export type BundlePlan = Schemas['BundlePlanResponse'];

const formOf = (file: File) => ({ body: multipart({ file }) as unknown as Schemas['BundleForm'] });

/** Says what the import of a file would do. */
export const rehearse = (file: File) => api.post('/api/staff/content/bundle/rehearsal/', formOf(file));

export const importBundle = (file: File) => api.post('/api/staff/content/bundle/', formOf(file));

/** Saves the content as an archive. */
export async function saveBundle(): Promise<void> {
  const { blob } = await downloadFrom(apiUrl('/api/staff/content/bundle/', {}), new AbortController().signal);
  saveFile(blob, 'mentor-hub-content.zip');
}
