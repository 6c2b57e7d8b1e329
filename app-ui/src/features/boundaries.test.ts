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

test('dates have one style: pages take their formats from ui-kit', () => {
  const files = ['app-ui/src', 'messenger-ui/src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  // The worker shows notifications without ui-kit.
  const pages = files.filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.includes('/service-worker/'));
  const own = /new Intl\.DateTimeFormat\((?!'en',)|toLocale(Date|Time)?String\((?!\w)/;
  expect(pages.filter((name) => own.test(readFileSync(name, 'utf8')))).toEqual([]);
});
