import { describe, expect, it } from 'vitest';
import {
  ACCEPTED,
  formatSize,
  kindOf,
  MAX_FILE_BYTES,
  nameUnnamedImage,
  problemOf,
  splitName,
} from './files';

describe('problemOf', () => {
  const ALLOWED = 'jpg jpeg gif png webp heic txt pdf doc docx xls xlsx csv ppt pptx'.split(' ');

  it.each(ALLOWED)('takes .%s, in capitals too', (extension) => {
    expect(problemOf({ name: `a.${extension}`, size: 1 })).toBeNull();
    expect(problemOf({ name: `A.${extension.toUpperCase()}`, size: 1 })).toBeNull();
    expect(ACCEPTED).toContain(`.${extension}`);
  });

  it.each(['a.exe', 'a.svg', 'a.html', 'a.zip', 'pdf', '.pdf', 'a.pdf.', 'a.constructor'])(
    'refuses %s',
    (name) => {
      expect(problemOf({ name, size: 1 })).toBe('type');
    },
  );

  it('takes 5 MB and not a byte more', () => {
    expect(problemOf({ name: 'a.pdf', size: MAX_FILE_BYTES })).toBeNull();
    expect(problemOf({ name: 'a.pdf', size: MAX_FILE_BYTES + 1 })).toBe('size');
  });
});

describe('splitName', () => {
  it.each([
    ['photo.png', 'photo.png', ''],
    ['1234567890123.png', '1234567890123.png', ''],
    ['12345678901234.png', '123456789', '01234.png'],
    ['Summer internship letter.docx', 'Summer internship l', 'etter.docx'],
    ['no-extension-at-all', 'no-extension-a', 't-all'],
    [
      '👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀.png',
      '👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀',
      '👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀.png',
    ],
  ])('%s is cut before its end', (name, start, end) => {
    expect(splitName(name)).toEqual({ start, end });
  });
});

describe('kindOf', () => {
  it.each([
    ['a.webp', 'image/webp', 'image'],
    ['waving cat', 'gif', 'image'],
    ['cv.pdf', 'application/pdf', 'pdf'],
    ['cv.docx', '', 'document'],
    ['table.csv', 'text/csv', 'sheet'],
    ['talk.ppt', '', 'slides'],
    ['notes.txt', 'text/plain', 'text'],
    ['whatever', '', 'document'],
  ])('%s, %s is %s', (name, type, kind) => {
    expect(kindOf(name, type)).toBe(kind);
  });
});

describe('nameUnnamedImage', () => {
  const at = new Date('2026-11-20T10:20:30Z');

  it('names an image from the clipboard', () => {
    expect(nameUnnamedImage(new File(['x'], 'image.png', { type: 'image/png' }), at).name).toBe(
      'Image 2026-11-20 10-20-30.png',
    );
    expect(nameUnnamedImage(new File(['x'], '', { type: 'image/jpeg' }), at).name).toBe(
      'Image 2026-11-20 10-20-30.jpg',
    );
  });

  it('leaves a file that has one alone', () => {
    const file = new File(['x'], 'mug.png', { type: 'image/png' });
    expect(nameUnnamedImage(file, at)).toBe(file);
  });
});

it('formatSize speaks the language of the page', () => {
  expect(formatSize(1_234_567, 'en')).toBe('1.2 MB');
  expect(formatSize(1_234_567, 'de')).toBe('1,2 MB');
  expect(formatSize(10, 'en')).toBe('1 kB');
});
