import { globSync, readFileSync } from 'node:fs'
import { tortureCitus } from './citus.ts'
import { tortureClients } from './clients.ts'
import { tortureClocks } from './clocks.ts'
import { tortureDisk } from './disk.ts'
import { tortureEvents } from './events.ts'
import { tortureFairness } from './fairness.ts'
import { tortureGenerators } from './generators.ts'
import { tortureHistory } from './history.ts'
import { tortureMoney } from './money.ts'
import { tortureMutations } from './mutations.ts'
import { tortureNumbering } from './numbering.ts'
import { tortureOutages } from './outage.ts'
import { tortureOverload } from './overload.ts'
import { torturePackages } from './packages.ts'
import { torturePatroni } from './patroni.ts'
import { torturePgbouncer } from './pgbouncer.ts'
import { tortureProxies } from './proxies.ts'
import { tortureRestarts } from './restarts.ts'
import { tortureRevocation } from './revocation.ts'
import { tortureScreens } from './screens.ts'
import { tortureTampering } from './tampering.ts'
import type { Verdict } from './test_server.ts'
import { runTests } from './tests.ts'
import { tortureUpdates } from './updates.ts'

interface Settings {
  seed: number
  kills: number
  writers: number
  /** Only this part of the screens. */
  part: number | undefined
  /** Only these of the faults, as `1-10`. */
  faults: string | undefined
  log: (line: string) => void
}

interface Promised {
  /** Parts of one promise share its number. */
  number: string
  name: string
  promise: string
  shown: string
  run: () => Promise<Verdict>
}

const hour_ms = 3_600_000

/** All promises, with the sizes at which `npm run torture` tests them. */
export function promisesOf({ seed, kills, writers, part, faults, log }: Settings): Promised[] {
  const time_ms_max = hour_ms
  return [
    tortured(
      '1',
      'money',
      'An acknowledged write survives kill -9 of every process, complete and exactly once',
      'money',
      () => tortureMoney({ seed, kills, writers, life_ms_max: 2500, time_ms_max: 280_000, log }),
    ),
    tested(
      '2',
      'keys',
      'A request repeated with the same idempotency key takes effect once',
      'server/http/idempotency.test.ts',
    ),
    tortured('3', 'history', 'Replaying the history of a payment gives the payment', 'history', () =>
      tortureHistory({ seed, sequences: 10_000, time_ms_max, log }),
    ),
    tortured('4', 'tampering', 'A single changed character in the payments is detected', 'tampering', () =>
      tortureTampering({ seed, flips: 1000, time_ms_max, log }),
    ),
    tortured('5', 'updates', 'Concurrent updates of one payment lose nothing', 'updates', () =>
      tortureUpdates({ repetitions: 100, parallel: 50, time_ms_max, log }),
    ),
    tortured('6', 'numbering', 'Membership numbers have no gaps', 'numbering', () =>
      tortureNumbering({ memberships: 200, rolled_back_percent: 20, time_ms_max }),
    ),
    tested(
      '7',
      'amounts',
      'An invalid amount is refused; a valid one is never rounded',
      'server/money/transaction_bundles/references.test.ts',
    ),
    tested(
      '8',
      'spaces',
      'No caller reads, changes or references data of another space',
      'server/access/matrix.test.ts',
    ),
    tested('9', 'isolation', 'Row-level security isolates spaces in the database', 'server/db/isolation.test.ts'),
    tortured('9', 'pgbouncer', 'Spaces stay isolated behind pgbouncer, or Muster refuses to start', 'pgbouncer', () =>
      torturePgbouncer({ starts: 5, log }),
    ),
    tested(
      '10',
      'plans',
      'Row-level security does not prevent the use of indexes',
      'server/db/plans.test.ts',
      'server/contacts/search/plans.test.ts',
    ),
    tested(
      '11',
      'bounds',
      'The work of a single request is bounded',
      'server/http/validation/validation.test.ts',
      'server/money/transaction_bundles/bounds.test.ts',
      'server/money/transaction_bundles/rules.test.ts',
    ),
    {
      ...tested(
        '12',
        'fuzz',
        'No input causes a 500, an undocumented reply, or data of another space',
        'torture/fuzz.test.ts',
      ),
      run: () => runTests(['torture/fuzz.test.ts'], { FUZZ_ROUNDS: '10', FUZZ_SEED: String(seed) }),
    },
    tested(
      '13',
      'errors',
      'All errors have the same format, also before a request reaches an operation',
      'server/http/errors.test.ts',
    ),
    tortured('14', 'restarts', 'A graceful stop loses no acknowledged write', 'restarts', () =>
      tortureRestarts({ restarts: 8, clients: 20, life_ms: 2000, log }),
    ),
    tortured(
      '15',
      'outage',
      'During a database outage requests get a 503 within 5 s; service resumes within 1 s after it',
      'outage',
      () => tortureOutages({ clients: 20, trouble_ms: 7000, log }),
    ),
    tortured(
      '15',
      'patroni',
      'A switchover and kill -9 of the primary under Patroni lose and duplicate no acknowledged payment',
      'patroni',
      () => torturePatroni({ seed, writers: 4, log }),
    ),
    tortured(
      '15',
      'citus',
      'On a Citus cluster the tests of the server pass, and a lost worker concerns only its spaces',
      'citus',
      () => tortureCitus({ url: process.env['CITUS_URL'], seed, log }),
    ),
    tortured('16', 'disk', 'On a full disk writes are refused; service resumes when there is space', 'disk', () =>
      tortureDisk({ disk_mb: 500, full_ms: 8000 }),
    ),
    tortured(
      '17',
      'overload',
      'With ten times as many clients some get a 503 with Retry-After, and the others are served',
      'overload',
      () => tortureOverload({ clients: 40, usual_ms: 10_000, crowded_ms: 60_000, log }),
    ),
    tortured('17', 'clients', 'Slow and broken clients do not affect others', 'clients', () =>
      tortureClients({ each: 50, idle: 2000, log }),
    ),
    tested('18', 'backups', 'A restored backup is identical in every row', 'server/backup/backup.test.ts'),
    tortured('19', 'revocation', 'A revoked token is refused in every process within 1 s', 'revocation', () =>
      tortureRevocation({ times: 100 }),
    ),
    tested(
      '19',
      'access',
      'Changes to roles, secrets, grants and suspensions apply at once',
      'server/access/revocation.test.ts',
    ),
    tested('20', 'signing_in', 'Known attacks on sign-in fail', 'server/sign_in/attacks/*.test.ts'),
    tortured(
      '21',
      'events',
      'Every event is delivered under one id, although receivers fail and the server is killed',
      'events',
      () => tortureEvents({ seed, events: 1000, kills: 10, time_ms_max: 600_000, log }),
    ),
    tested(
      '22',
      'erasure',
      'An erasure removes everything about a person except amounts, dates and numbers of payments',
      'server/contacts/privacy_requests/*.test.ts',
    ),
    tested(
      '23',
      'logs',
      'Logs contain no secrets; reads of sensitive data are recorded',
      'server/sign_in/account/logs.test.ts',
      'server/integrations/audit/audit.test.ts',
    ),
    tested(
      '24',
      'upgrades',
      'A database of any released version upgrades to the current schema with its data',
      'server/db/upgrade.test.ts',
      'server/db/migrate.test.ts',
    ),
    tortured(
      '25',
      'clocks',
      'Servers whose clocks differ by ten minutes behave the same and keep events in order',
      'clocks',
      () => tortureClocks({ skew_ms: 600_000, rounds: 10 }),
    ),
    {
      ...tested(
        '26',
        'screens',
        'Every screen passes the accessibility checks in light, dark and phone layouts',
        'e2e/accessible_people.test.ts',
        'e2e/accessible_work.test.ts',
      ),
      run: () => tortureScreens({ part, log }),
    },
    tortured(
      '27',
      'fairness',
      'Expensive requests of one space keep another at most 5 times slower than its quiet p99',
      'fairness',
      () => tortureFairness({ contacts: 20_000, parallel: 24, quiet_ms: 10_000, flood_ms: 20_000, log }),
    ),
    tortured(
      '28',
      'generators',
      'Client generators produce code that compiles from the OpenAPI document',
      'generators',
      () => tortureGenerators({ log }),
    ),
    {
      ...tested(
        '29',
        'properties',
        'What holds for a few examples in npm test holds for many',
        'every test file that uses server/test/runs.ts',
      ),
      run: () => runTests(sampledFiles()),
    },
    {
      ...tested('30', 'stories', 'Every story of the console works in a real browser', 'e2e/*.test.ts'),
      // "screens" checks those of accessible_*.
      run: () =>
        runTests(
          globSync(['e2e/!(accessible)*.test.ts', 'e2e/journeys/*.test.ts']).sort(),
          {},
          'e2e/install_browser.ts',
        ),
    },
    tortured(
      '31',
      'proxies',
      'Behind the nginx and Caddy of deploy/ nothing is held back, altered, forged or logged that must not be',
      'proxies',
      () => tortureProxies({ contacts: 40_000, log }),
    ),
    tortured(
      '32',
      'packages',
      'The systemd unit is accepted and confined; the image serves without a superuser',
      'packages',
      () => torturePackages({ log }),
    ),
    tortured('33', 'mutations', 'A fault in a rule makes a test of npm test fail', 'mutations', () =>
      tortureMutations({ range: faults, log }),
    ),
  ]
}

/** The test files of which `npm test` runs a sample. Those of the browser are in `screens` and `stories`. */
const sampledFiles = () =>
  globSync('{server,cli,sdk,console}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
    .filter(file => readFileSync(file, 'utf8').includes('test/runs.ts'))
    .sort()

const tortured = (number: string, name: string, promise: string, file: string, run: Promised['run']): Promised => ({
  number,
  name,
  promise,
  shown: `torture/${file}.ts`,
  run,
})

const tested = (number: string, name: string, promise: string, ...files: string[]): Promised => ({
  number,
  name,
  promise,
  shown: files.join(', '),
  run: () => runTests(files),
})
