/** The kind of a file as shown to people; it decides the icon and the preview. */
export type FileKind = 'image' | 'pdf' | 'document' | 'sheet' | 'slides' | 'text';

export type FileProblem = 'type' | 'size';

export const MAX_FILE_BYTES = 5_242_880;

const KINDS: Record<string, FileKind> = {
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  png: 'image',
  webp: 'image',
  heic: 'image',
  txt: 'text',
  csv: 'sheet',
  pdf: 'pdf',
  doc: 'document',
  docx: 'document',
  xls: 'sheet',
  xlsx: 'sheet',
  ppt: 'slides',
  pptx: 'slides',
};

/** The `accept` value of file inputs. `image/*` makes phones offer the camera and the photo library. */
export const ACCEPTED = ['image/*', ...Object.keys(KINDS).map((extension) => `.${extension}`)].join(',');

/** Errors about the file itself: a retry fails again. */
const FAULTS = new Set(['attachment_type', 'attachment_too_large', 'attachment_broken', 'attachment_lost']);

export const isFaultOfFile = (failure: string | null): boolean => FAULTS.has(failure ?? '');

/** A name of this length and the extension is always shown in full. */
const WHOLE_NAME = 13;
/** Characters of a longer name that stay visible before the extension. */
const KEPT_END = 5;

export const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
};

/** The type decides for names without a known extension, such as GIFs from the search. */
export const kindOf = (name: string, type: string): FileKind =>
  type === 'gif' || type.startsWith('image/') ? 'image' : (KINDS[extensionOf(name)] ?? 'document');

const PAGED: readonly FileKind[] = ['pdf', 'document', 'sheet', 'slides'];

/** Whether the server can show the pages of a file; of Office files only with a converter. */
export const hasPages = (name: string, type: string): boolean =>
  PAGED.includes(kindOf(name, type)) && extensionOf(name) in KINDS && extensionOf(name) !== 'csv';

/** Returns why a file cannot be sent. The server checks more. */
export function problemOf({ name, size }: { name: string; size: number }): FileProblem | null {
  if (!Object.hasOwn(KINDS, extensionOf(name))) return 'type';
  return size > MAX_FILE_BYTES ? 'size' : null;
}

const graphemes = new Intl.Segmenter();

/** Splits a long name where it may be cut: `end` is its last characters with the extension. */
export function splitName(name: string): { start: string; end: string } {
  const dot = name.lastIndexOf('.');
  const stem = Array.from(graphemes.segment(dot > 0 ? name.slice(0, dot) : name), ({ segment }) => segment);
  if (stem.length <= WHOLE_NAME) return { start: name, end: '' };
  const start = stem.slice(0, -KEPT_END).join('');
  return { start, end: name.slice(start.length) };
}

export function formatSize(bytes: number, language: string): string {
  const inMegabytes = bytes >= 1_000_000;
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: inMegabytes ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: inMegabytes ? 1 : 0,
    numberingSystem: 'latn',
  });
  return format.format(inMegabytes ? bytes / 1_000_000 : Math.max(1, bytes / 1_000));
}

/** Names clipboard images, which have no name or all the same one. */
export function nameUnnamedImage(file: File, now: Date): File {
  if (extensionOf(file.name) !== '' && file.name !== 'image.png') return file;
  const extension = file.type.split('/')[1]?.replace('jpeg', 'jpg') ?? '';
  const stamp = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
  return new File([file], `Image ${stamp}.${extension}`, { type: file.type });
}
