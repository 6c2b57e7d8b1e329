// Compares the answers of a demo server on this machine with the OpenAPI document: schemathesis sends generated requests to every route, as a
// visitor, a mentee, a mentor and staff. Usage: node scripts/conformance.mjs SCHEMATHESIS [SECONDS PER CALLER]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const [tool, seconds = '60'] = process.argv.slice(2);
const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('../target', import.meta.url));
const binary = process.env.MENTORHUB_BINARY ?? `${target}/debug/mentorhub`;

const CALLERS = ['a visitor', 'tom.mentee@example.org', 'maya.mentor@example.org', 'sam.staff@example.org'];
const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';
/** These end the login session of the caller. */
const EXCLUDED = ['^/api/v2/users/(sessions|sign-out|change-password|second-factor|refresh)'];
/** The limits have tests of their own, and would answer 429 to most requests. */
const LIMITS = ['SIGN_INS_PER_ADDRESS', 'SIGN_UPS_PER_ADDRESS', 'CODES_PER_ADDRESS', 'SIGN_INS_PER_EMAIL'];

const folder = mkdtempSync(join(tmpdir(), 'mentorhub-conformance-'));
const limits = Object.fromEntries(LIMITS.map((name) => [`MENTORHUB_LIMITS_${name}`, '100000']));
const server = spawn(binary, ['serve', '--demo', '--listen', '127.0.0.1:0'], {
  cwd: folder,
  env: { ...process.env, ...limits, MENTORHUB_LOG_FILTER: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});

async function addressOf({ stdout }) {
  for await (const line of createInterface({ input: stdout })) {
    const [, address] = line.match(/^listening on (\S+)/) ?? [];
    if (address) return address;
  }
  throw new Error('The server did not start.');
}

async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Returns an access token; staff enter a code of the demo. Without any, the tool would look for a way to sign up. */
async function signIn(address, email) {
  if (!email.includes('@')) return 'none';
  const users = `${address}/api/v2/users`;
  const first = await post(`${users}/sign-in/`, { email, password: 'Mentor-hub-1' });
  if (!first.ticket) return first.accessToken;
  const codes = await (await fetch(`${address}/api/dev/second-factors/`)).json();
  const { code } = codes.find((one) => one.email === email);
  return (await post(`${users}/second-factor/sign-in/`, { ticket: first.ticket, code })).accessToken;
}

/** Runs the tool to its end and returns whether it found nothing. */
function run(address, token) {
  const bounds = [
    '--max-time',
    seconds,
    '--max-examples',
    '15',
    '--no-shrink',
    '--request-timeout',
    '20',
    '--workers',
    '1',
  ];
  const excluded = EXCLUDED.flatMap((path) => ['--exclude-path-regex', path]);
  const headers = ['-H', `Authorization: Bearer ${token}`];
  const options = [
    '--checks',
    CHECKS,
    '--phases',
    'examples,coverage,fuzzing',
    '--continue-on-failure',
    ...bounds,
  ];
  const document = `${address}/api/openapi.json`;
  const child = spawn(tool, ['run', document, ...options, ...excluded, ...headers], {
    cwd: folder,
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) =>
    child.on('error', reject).on('exit', (code) => resolve(code === 0)),
  );
}

try {
  const address = await addressOf(server);
  for (const email of CALLERS) {
    console.log(`\nAs ${email}`);
    const passed = await run(address, await signIn(address, email));
    if (!passed) process.exitCode = 1;
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
