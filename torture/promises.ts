import { globSync, readFileSync } from 'node:fs'
import { tortureClients } from './clients.ts'
import { tortureClocks } from './clocks.ts'
import { tortureDisk } from './disk.ts'
import { tortureEvents } from './events.ts'
import { tortureFairness } from './fairness.ts'
import { tortureGenerators } from './generators.ts'
import { tortureHistory } from './history.ts'
import { tortureMoney } from './money.ts'
import { tortureNumbering } from './numbering.ts'
import { tortureOutages } from './outage.ts'
import { tortureOverload } from './overload.ts'
import { torturePgbouncer } from './pgbouncer.ts'
import { tortureRestarts } from './restarts.ts'
import { tortureRevocation } from './revocation.ts'
import type { Verdict } from './site.ts'
import { tortureTampering } from './tampering.ts'
import { byTests } from './tests.ts'
import { tortureUpdates } from './updates.ts'

interface Settings {
  seed: number
  kills: number
  writers: number
  tell: (line: string) => void
}

interface Promised {
  /** Where several things belong to one promise they share its number. */
  number: string
  name: string
  promise: string
  shown: string
  run: () => Promise<Verdict>
}

const hour_ms = 3_600_000

/** All that we promise, each at the number that we promise it at. */
export function promisesOf({ seed, kills, writers, tell }: Settings): Promised[] {
  const time_ms_max = hour_ms
  return [
    tortured('1', 'money', 'What was acknowledged survives kill -9 of everything, once and whole', 'money', () =>
      tortureMoney({ seed, kills, writers, life_ms_max: 2500, time_ms_max: 280_000, tell }),
    ),
    tested('2', 'keys', 'One idempotency key, one effect', 'server/http/idempotency.test.ts'),
    tortured('3', 'history', 'The history of a payment tells all of it: folded, it is the payment', 'history', () =>
      tortureHistory({ seed, sequences: 10_000, time_ms_max, tell }),
    ),
    tortured('4', 'tampering', 'A single changed character in the books shows', 'tampering', () =>
      tortureTampering({ seed, flips: 1000, time_ms_max, tell }),
    ),
    tortured('5', 'updates', 'Updates of one payment that meet lose nothing', 'updates', () =>
      tortureUpdates({ repetitions: 100, parallel: 50, time_ms_max, tell }),
    ),
    tortured('6', 'numbering', 'Membership numbers have no gaps', 'numbering', () =>
      tortureNumbering({ memberships: 200, rolled_back_percent: 20, time_ms_max }),
    ),
    tested(
      '7',
      'amounts',
      'An amount that is none is refused and never bent',
      'server/money/transaction_bundles/references.test.ts',
    ),
    tested(
      '8',
      'spaces',
      'Nobody reads, changes or refers to what belongs to another space',
      'server/access/matrix.test.ts',
    ),
    tested('9', 'belt', 'The database itself keeps spaces apart', 'server/db/isolation.test.ts'),
    tortured('9', 'pgbouncer', 'Also behind pgbouncer, or Muster does not start', 'pgbouncer', () =>
      torturePgbouncer({ starts: 5, tell }),
    ),
    tested(
      '10',
      'plans',
      'Keeping spaces apart costs no index',
      'server/db/plans.test.ts',
      'server/people/search/plans.test.ts',
    ),
    tested(
      '11',
      'bounds',
      'No request can ask for work without end',
      'server/http/validation.test.ts',
      'server/money/transaction_bundles/bounds.test.ts',
    ),
    {
      ...tested(
        '12',
        'fuzz',
        'Nothing that is sent makes us fail, answer what is not documented, or show another space',
        'torture/fuzz.test.ts',
      ),
      run: () => byTests(['torture/fuzz.test.ts'], { FUZZ_ROUNDS: '10', FUZZ_SEED: String(seed) }),
    },
    tested(
      '13',
      'errors',
      'Every refusal looks the same, also of what never reaches an operation',
      'server/http/errors.test.ts',
    ),
    tortured('14', 'restarts', 'A server that is told to stop loses nothing', 'restarts', () =>
      tortureRestarts({ restarts: 8, clients: 20, life_ms: 2000, tell }),
    ),
    tortured(
      '15',
      'outage',
      'A database that is away is a 503 within 5 s, and work goes on within 1 s when it is back',
      'outage',
      () => tortureOutages({ clients: 20, trouble_ms: 7000, tell }),
    ),
    tortured('16', 'disk', 'On a full disk writes are refused, and all is well when there is room', 'disk', () =>
      tortureDisk({ disk_mb: 500, full_ms: 8000 }),
    ),
    tortured(
      '17',
      'overload',
      'Ten times as many clients: some are told to come back, the others are served',
      'overload',
      () => tortureOverload({ clients: 40, usual_ms: 10_000, crowded_ms: 60_000, tell }),
    ),
    tortured('17', 'clients', 'Slow and broken clients cost the others nothing', 'clients', () =>
      tortureClients({ each: 50, idle: 2000, tell }),
    ),
    tested('18', 'backups', 'A backup restores to the same, to the last row', 'server/backup/backup.test.ts'),
    tortured('19', 'revocation', 'What is taken away is refused everywhere within 1 s', 'revocation', () =>
      tortureRevocation({ times: 100 }),
    ),
    tested(
      '19',
      'access',
      'Also roles, secrets, grants, suspensions',
      'server/access/at_once.test.ts',
      'server/access/revocation.test.ts',
    ),
    tested('20', 'signing_in', 'Attacks on signing in fail', 'server/sign_in/attacks/*.test.ts'),
    tortured(
      '21',
      'events',
      'Every event arrives, under one id, although the receiver fails and we are killed',
      'events',
      () => tortureEvents({ seed, events: 1000, kills: 10, time_ms_max: 600_000, tell }),
    ),
    tested('22', 'erasure', 'An erasure leaves the books and nothing else', 'server/people/privacy_requests/*.test.ts'),
    tested(
      '23',
      'logs',
      'Logs hold no secrets, and what was looked at is on record',
      'server/sign_in/account/logs.test.ts',
      'server/people/audit/audit.test.ts',
    ),
    tested(
      '24',
      'upgrades',
      'Every earlier version with data in it becomes what a fresh one is',
      'server/db/every_schema.test.ts',
      'server/db/migrate.test.ts',
    ),
    tortured(
      '25',
      'clocks',
      'Servers whose clocks are ten minutes off answer alike, and do everything once and in order',
      'clocks',
      () => tortureClocks({ skew_ms: 600_000, rounds: 10 }),
    ),
    {
      ...tested(
        '26',
        'screens',
        'Every screen is fit for all: by day and by night, on a desk and on a phone',
        'e2e/accessible_people.test.ts',
        'e2e/accessible_work.test.ts',
      ),
      run: () => byTests(['e2e/accessible_*.test.ts'], {}, 'e2e/installed.ts'),
    },
    tortured(
      '27',
      'fairness',
      'A space that sends its most expensive requests does not slow another one down',
      'fairness',
      () => tortureFairness({ contacts: 20_000, parallel: 24, quiet_ms: 10_000, flood_ms: 20_000, tell }),
    ),
    tortured(
      '28',
      'generators',
      'Generators of clients write code that compiles from our OpenAPI document',
      'generators',
      () => tortureGenerators({ tell }),
    ),
    {
      ...tested(
        '29',
        'properties',
        'What holds for a few examples in npm test holds for many',
        'every test file that uses server/test/runs.ts',
      ),
      run: () => byTests(sampledFiles()),
    },
  ]
}

/** The test files of which `npm test` runs a sample. Those of the browser are in `screens`. */
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
  run: () => byTests(files),
})
