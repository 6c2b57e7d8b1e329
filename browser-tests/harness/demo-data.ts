import { BINARY, DEMO_DATA } from './hub';
import { Process, temporaryFolder } from './process';

/**
 * Before all tests: a server imports the demo data once. Each server of a test begins with a copy, as if it had been started
 * again. Workers inherit the variable.
 */
export default async function prepareDemoData(): Promise<() => Promise<void>> {
  const folder = await temporaryFolder('demo');
  const args = ['serve', '--demo', '--data-dir', folder.path, '--listen', '127.0.0.1:0'];
  const server = new Process(BINARY, args);
  await server.waitForOutput(/listening on/);
  await server.stop();
  process.env[DEMO_DATA] = folder.path;
  return folder.remove;
}
