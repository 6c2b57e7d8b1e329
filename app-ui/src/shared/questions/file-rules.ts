const MB = 1024 * 1024;

const PICTURE = {
  accept: '.jpg,.jpeg,.png',
  types: ['image/jpeg', 'image/png'],
  wrongType: 'notAnImage',
} as const;

/** What may be chosen, by type of question. The messages are keys of the catalogue. */
export const FILE_RULES = {
  SingleImageUpload: { ...PICTURE, maxBytes: 2 * MB, tooLarge: 'imageMaxSize2MB' },
  ImageResponse: { ...PICTURE, maxBytes: 4 * MB, tooLarge: 'imageMaxSize4MB' },
  Document: {
    accept: '.pdf',
    types: ['application/pdf'],
    wrongType: 'notAPdf',
    maxBytes: 4 * MB,
    tooLarge: 'documentMaxSize4MB',
  },
} as const;

export type FileQuestionType = keyof typeof FILE_RULES;
type FileRule = (typeof FILE_RULES)[FileQuestionType];
export type FileProblem = FileRule['wrongType'] | FileRule['tooLarge'] | 'emptyFile';

/** Checks a file before it is uploaded. The server checks its content. */
export function checkFile(type: FileQuestionType, file: File): FileProblem | null {
  const { types, wrongType, maxBytes, tooLarge } = FILE_RULES[type];
  if (!(types as readonly string[]).includes(file.type)) return wrongType;
  if (file.size === 0) return 'emptyFile';
  return file.size > maxBytes ? tooLarge : null;
}
