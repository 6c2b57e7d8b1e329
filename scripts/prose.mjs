// See scripts/prose. Reads the files that git knows, so generated and ignored files stay out.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const WORDS = [
  'anybody',
  'everybody',
  'hear',
  'heard',
  'hears',
  'nobody',
  'somebody',
  'tell',
  'tells',
  'told',
  'whatever',
  'whoever',
  'by itself',
  'look after',
  'looked after',
  'looks after',
  'the other end',
  'what is there',
  'what was there',
];
const LONGEST_SENTENCE = 30;
const COMMENT = {
  css: /^\s*(?:\/\*+|\*)\s?(.*?)(?:\*\/)?$/,
  md: /^(.*)$/,
  mjs: /^\s*(?:\/\/[/!]?|\/\*+|\*)\s?(.*?)(?:\*\/)?$/,
  sh: /^\s*#(?!!)\s?(.*)$/,
  sql: /^\s*--\s?(.*)$/,
};
Object.assign(COMMENT, { rs: COMMENT.mjs, toml: COMMENT.sh, ts: COMMENT.mjs, tsx: COMMENT.mjs });
const EXCLUDED =
  /(^|\/)(content|locales)\/|\.gen\.ts$|^scripts\/prose|^docs\/GLOSSARY|CHANGELOG|^CONTRIBUTING/;
const STOP_WORDS = new Set(
  'a an and are as at be by for from has if in is it its not of on one or that the to which with'.split(' '),
);

const wordPattern = new RegExp(`(?<![a-z])(?:${WORDS.join('|').replaceAll(' ', '[ _]')})(?![a-z])`, 'gi');
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });

function files(revision, paths) {
  const names = revision
    ? git('ls-tree', '-r', '--name-only', revision, '--', ...paths)
    : git('ls-files', '--', ...paths);
  return names.split('\n').filter((name) => name !== '' && !EXCLUDED.test(name) && kindOf(name) in COMMENT);
}

/** Files without an extension are shell scripts if they are in `scripts`. */
function kindOf(name) {
  if (/^scripts\/[^.]+$/.test(name)) return 'sh';
  return name.split('.').at(-1);
}

const words = (text) => text.toLowerCase().match(/[a-z]{2,}/g) ?? [];
const stems = (text) => words(text.replace(/([a-z])([A-Z])/g, '$1 $2')).map((word) => word.slice(0, 5));

/** Whether all content words of a comment occur in the line of code after it. */
function repeatsCode(comment, code) {
  const said = words(comment).filter((word) => !STOP_WORDS.has(word));
  const known = new Set(stems(code));
  return said.length >= 2 && said.every((word) => known.has(word.slice(0, 5)));
}

function* findings(name, text) {
  const kind = kindOf(name);
  let block = '';
  let blockLine = 0;
  let inCode = false;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    if (kind === 'md' && line.startsWith('```')) inCode = !inCode;
    for (const [word] of line.matchAll(wordPattern)) yield { number, kind: 'word', text: word };
    const comment =
      inCode || (kind === 'md' && /^\s*($|[|#])/.test(line)) ? undefined : COMMENT[kind].exec(line)?.[1];
    const ends = comment === undefined || comment.trim() === '' || /^\s*[-*] /.test(comment);
    if (ends) {
      yield* longSentences(block, blockLine);
      block = '';
    }
    if (comment === undefined) continue;
    if (block === '') blockLine = number;
    block += ` ${comment}`;
    const next = lines[index + 1] ?? '';
    const isSingle = COMMENT[kind].exec(lines[index - 1] ?? '') === null && COMMENT[kind].exec(next) === null;
    if (kind !== 'md' && isSingle && repeatsCode(comment, next))
      yield { number, kind: 'repeats', text: comment };
  }
  yield* longSentences(block, blockLine);
}

function* longSentences(block, number) {
  for (const sentence of block.replaceAll(/`[^`]*`/g, 'code').split(/[.!?](?=\s|$)/)) {
    const count = words(sentence).length;
    if (count > LONGEST_SENTENCE)
      yield { number, kind: 'long', text: `${count} words: ${sentence.trim().slice(0, 80)}…` };
  }
}

const { values, positionals } = parseArgs({
  options: { count: { type: 'boolean' }, at: { type: 'string' } },
  allowPositionals: true,
});
const counts = new Map();
for (const name of files(values.at, positionals)) {
  const text = values.at ? git('show', `${values.at}:${name}`) : readFileSync(name, 'utf8');
  const folder = name.includes('/') ? name.split('/')[0] : '.';
  const count = counts.get(folder) ?? { word: 0, long: 0, repeats: 0 };
  counts.set(folder, count);
  for (const { number, kind, text: what } of findings(name, text)) {
    count[kind] += 1;
    if (!values.count) console.log(`${name}:${number}: ${kind}: ${what}`);
  }
}
if (values.count) {
  const row = (...cells) =>
    console.log(cells.map((cell, index) => (index ? String(cell).padStart(9) : cell.padEnd(16))).join(''));
  const total = { word: 0, long: 0, repeats: 0 };
  row('folder', 'words', 'long', 'repeats');
  for (const [folder, count] of [...counts].sort()) {
    row(folder, count.word, count.long, count.repeats);
    for (const kind of Object.keys(total)) total[kind] += count[kind];
  }
  row('total', total.word, total.long, total.repeats);
}
