// Runs all Rust tests: the test programs of the workspace side by side, each with its output when it ends, and the doc tests.
// `cargo test` runs one program after another, and the last tests of each leave cores idle.
//   node scripts/rust-suites.mjs [ARGUMENT…]      arguments go to each program, such as part of a test's name
import { spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';

/** They load or measure the whole machine: one after another, after all others. */
const ALONE = ['load-tests faults', 'load-tests outputs'];

const cores = availableParallelism();
/** Test programs of macros load Rust's own libraries at run time. */
const libraries = spawnSync('rustc', ['--print', 'target-libdir']).stdout.toString().trim();
const own = process.argv.slice(2);

function programs() {
  const args = ['test', '--workspace', '--no-run', '--message-format=json-render-diagnostics'];
  const { status, stdout } = spawnSync('cargo', args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status !== 0) process.exit(1);
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ executable, profile }) => executable && profile?.test)
    .map(({ executable, manifest_path, target }) => {
      const folder = dirname(manifest_path);
      const part = target.kind[0] === 'test' ? target.name : target.kind[0];
      return { name: `${basename(folder)} ${part}`, command: executable, args: own, folder };
    });
}

/** Ends each running program and prints its output so far, when somebody ends a run that hangs. */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const stop of running) stop();
    process.exit(1);
  });
}

/** Resolves to whether the program succeeded. */
function run({ name, command, args, folder }) {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: folder,
    // The folder as cargo sets it. Tests wait more than they compute: for answers, the database, other tasks.
    env: {
      RUST_TEST_THREADS: `${2 * cores}`,
      ...process.env,
      CARGO_MANIFEST_DIR: folder,
      LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
  const print = (ended) => {
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`\n${name}: ${seconds} s${ended && `, ${ended}`}\n`);
    process.stdout.write(Buffer.concat(output));
  };
  const stop = () => {
    child.kill();
    print('not ended');
  };
  running.add(stop);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(stop);
      print(code === 0 ? '' : `ended with ${signal ?? code}`);
      resolve(code === 0);
    });
  });
}

let succeeded = true;
async function work(queue) {
  for (let next = queue.shift(); next; next = queue.shift()) succeeded = (await run(next)) && succeeded;
}

// The largest programs have most tests: they begin early, so that none of them is left at the end.
const all = programs().sort((a, b) => statSync(b.command).size - statSync(a.command).size);
const docs = {
  name: 'doc tests',
  command: 'cargo',
  args: ['test', '--workspace', '--doc', '--', ...own],
  folder: '.',
};
const queue = [...all.filter(({ name }) => !ALONE.includes(name)), docs];
await Promise.all(Array.from({ length: cores }, () => work(queue)));
await work(all.filter(({ name }) => ALONE.includes(name)));
process.exitCode = succeeded ? 0 : 1;
