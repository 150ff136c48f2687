import { run } from '../server/test/process.ts'
import type { Verdict } from './test_server.ts'

/** Runs test files that prove a promise, and reports their counts and diagnostics. */
export async function runTests(
  files: string[],
  env: Record<string, string> = {},
  setup = 'server/test/cluster.ts',
): Promise<Verdict> {
  const { stdout, stderr, code } = await run({
    args: [
      '--import=./server/test/preload.ts',
      '--test',
      `--test-global-setup=${setup}`,
      '--test-reporter=spec',
      ...files,
    ],
    env: { TORTURE: 'on', ...env, NO_COLOR: '1' },
    patience_ms: tests_ms_max,
  })
  const count = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(stdout)?.[1] ?? 0)
  const counted = [...stdout.matchAll(/^ {2,}ℹ (.+)$/gm)].map(([, text]) => text)
  const failed = count('fail') + count('cancelled')
  const trouble = Number(failed === 0 && (code !== 0 || count('pass') === 0 || /^✖/m.test(stdout + stderr)))
  return {
    summary: [`${count('pass')} tests passed`, ...counted].join('. '),
    broken: { 'failed tests': failed + trouble },
    notes: failed + trouble > 0 ? notesOf(stdout) : [],
  }
}

/** What the checks of screens report, or the first lines about what failed. */
function notesOf(stdout: string) {
  const faults = [...stdout.matchAll(/^screen: [\s\S]+?(?=\n(?:screen: |[ℹ✔✖▶]))/gm)].map(([text]) =>
    text.replaceAll(/\n\s*/g, ' '),
  )
  const details = Math.max(stdout.indexOf('✖ failing tests:'), 0)
  return faults.length > 0 ? faults : stdout.slice(details).split('\n').slice(0, 15)
}

/** Runs the tests below these paths on another PostgreSQL, with `npm test -- --database-url`. */
export async function runSuite(
  paths: string[],
  database_url: string,
  env: Record<string, string> = {},
): Promise<Verdict> {
  const { stdout, stderr } = await run({
    args: ['test.ts', '--database-url', database_url, ...paths],
    env: { NO_COLOR: '1', ...env },
    patience_ms: suite_ms_max,
  })
  const [, passed = '0', failed = '1'] = /^(\d+) passed, (\d+) failed/m.exec(stdout) ?? []
  return {
    summary: `${passed} tests passed`,
    broken: { 'failed tests': Number(failed) + Number(passed === '0') },
    notes: `${stdout}${stderr}`.split('\n').filter(line => /✖|^Broken|^Error/.test(line)),
  }
}

const tests_ms_max = 60 * 60_000
// On a Citus cluster with all its nodes on one machine the suite takes an hour.
const suite_ms_max = 4 * tests_ms_max
