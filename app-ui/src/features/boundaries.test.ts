import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Override {
  includes: string[];
  linter: { rules: { style?: { noRestrictedImports?: { options: { patterns: { group: string[] }[] } } } } };
}

const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8')) as { overrides: Override[] };

test('every feature is closed to the others', () => {
  const ofFeatures = overrides.find(({ includes }) => includes[0] === 'app-ui/src/features/**');
  const patterns = ofFeatures?.linter.rules.style?.noRestrictedImports?.options.patterns ?? [];
  const closed = patterns.flatMap(({ group }) => group);
  const folders = readdirSync('app-ui/src/features', { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  expect(closed).toEqual(expect.arrayContaining(folders.map(({ name }) => `**/${name}/**`)));
});

test('rules for the same files stand once', () => {
  const files = overrides.map(({ includes }) => includes.join());
  expect(files).toEqual([...new Set(files)]);
});
