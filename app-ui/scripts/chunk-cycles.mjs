/**
 * Fails if built files import each other in a circle. Such a page works in tests of modules and in the dev server, but in
 * a browser one file of the circle runs before the other has defined what it needs.
 */
import { readFileSync } from 'node:fs';

/** Returns the files of a circle that this chunk begins, or null. */
function circleFrom(manifest, start) {
  const seen = new Set();
  const walk = (key, path) => {
    for (const imported of manifest[key].imports ?? []) {
      if (imported === start) return [...path, imported];
      if (seen.has(imported)) continue;
      seen.add(imported);
      const circle = walk(imported, [...path, imported]);
      if (circle) return circle;
    }
    return null;
  };
  return walk(start, [start]);
}

for (const app of ['app-ui', 'messenger-ui']) {
  const manifest = JSON.parse(
    readFileSync(new URL(`../../${app}/dist/.vite/manifest.json`, import.meta.url)),
  );
  for (const key of Object.keys(manifest)) {
    const circle = circleFrom(manifest, key);
    if (circle === null) continue;
    console.error(`${app}: ${circle.map((one) => manifest[one].file).join(' → ')}`);
    process.exit(1);
  }
}
