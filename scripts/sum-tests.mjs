// Adds up the results of the suites and prints `N passed, M failed` as the last line. A suite that ended with an error but
// without a failed test, or that ran no test, counts as a failure.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const folder = process.argv[2];
const read = (file) => readFileSync(join(folder, file), 'utf8');

const rust = () => {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const line = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm;
  for (const [, passed, failed, ignored] of stripVTControlCharacters(read('rust.log')).matchAll(line)) {
    count.passed += Number(passed);
    count.failed += Number(failed);
    count.skipped += Number(ignored);
  }
  return count;
};
const vitest = () => {
  const report = JSON.parse(read('vitest.json'));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};
const browser = () => {
  const { stats } = JSON.parse(read('browser.json'));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
};

const total = { passed: 0, failed: 0 };
for (const [name, count] of Object.entries({ rust, vitest, browser })) {
  let result = { passed: 0, failed: 0, skipped: 0 };
  let remark = '';
  try {
    result = count();
  } catch (error) {
    remark = ` (${error.message})`;
  }
  if (result.passed + result.failed === 0) remark ||= ' (no test ran)';
  else if (result.failed === 0 && Number(read(`${name}.code`)) !== 0)
    remark = ' (the run ended with an error)';
  if (remark && result.failed === 0) result.failed = 1;
  console.log(
    `${name}: ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped${remark}`,
  );
  total.passed += result.passed;
  total.failed += result.failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
