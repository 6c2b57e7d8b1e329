import { expect, it } from 'vitest';
import { withSentences } from './import';

it('file_of_faulty_lines_says_what_is_wrong_in_words', () => {
  const texts: Record<string, string> = { email: 'No "valid" address, please', birth_month: 'No date' };
  expect(
    withSentences(
      '\uFEFFproblem,line,Email\r\nemail,7,email\r\nbirth_month,12,"a,b"\r\n',
      (key) => texts[key] ?? '',
    ),
  ).toBe('\uFEFFproblem,line,Email\r\n"No ""valid"" address, please",7,email\r\n"No date",12,"a,b"\r\n');
});
