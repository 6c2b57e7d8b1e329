/** What a file is to the eye: it decides its icon and whether there is a picture of it. */
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

/** For file choosers. `image/*` is what makes phones offer the camera and the pictures on them. */
export const ACCEPTED = ['image/*', ...Object.keys(KINDS).map((extension) => `.${extension}`)].join(',');

/** What the server says of the file itself: it will say so again. */
const FAULTS = new Set(['attachment_type', 'attachment_too_large', 'attachment_broken', 'attachment_lost']);

export const isFaultOfFile = (failure: string | null): boolean => FAULTS.has(failure ?? '');

const LONGEST_NAME = 13;

export const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
};

/** A name without a known extension may still carry a type: GIFs of the search do. */
export const kindOf = (name: string, type: string): FileKind =>
  type === 'gif' || type.startsWith('image/') ? 'image' : (KINDS[extensionOf(name)] ?? 'document');

/** What speaks against sending it; the server looks closer. */
export function problemOf({ name, size }: { name: string; size: number }): FileProblem | null {
  if (!Object.hasOwn(KINDS, extensionOf(name))) return 'type';
  return size > MAX_FILE_BYTES ? 'size' : null;
}

/** 13 characters and the extension: the part of a name by which one knows a file. */
export function shortName(name: string): string {
  const dot = name.lastIndexOf('.');
  const stem = [...(dot > 0 ? name.slice(0, dot) : name)];
  if (stem.length <= LONGEST_NAME) return name;
  return `${stem.slice(0, LONGEST_NAME).join('').trimEnd()}…${dot > 0 ? name.slice(dot) : ''}`;
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

/** Pictures from the clipboard have no name, or all the same one. */
export function named(file: File, now: Date): File {
  if (extensionOf(file.name) !== '' && file.name !== 'image.png') return file;
  const extension = file.type.split('/')[1]?.replace('jpeg', 'jpg') ?? '';
  const stamp = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
  return new File([file], `Image ${stamp}.${extension}`, { type: file.type });
}
