import { type Random, seededRandom } from '../server/demo/random.ts'
import { maintainSpace } from '../server/money/core/maintenance.ts'
import { verifyPayments } from '../server/money/transaction_bundles/verify.ts'
import type { openDatabase } from '../server/test/process.ts'
import {
  createContacts,
  type RunningServer,
  requestData,
  space,
  type TestServer,
  type Verdict,
  verify,
  withTestServer,
} from './test_server.ts'

interface TamperingParams {
  seed: number
  flips: number
  time_ms_max: number
  log?: (line: string) => void
  running?: RunningServer | undefined
}

type Owner = Awaited<ReturnType<typeof openDatabase>>

const path = '/v1/transaction_bundles'
const tables = ['transaction_bundles', 'items', 'bundle_changes', 'seals', 'sealed_entries', 'sums', 'counters']
// Verification starts from the space. The other columns have no meaning: compacted rows are not referred to.
const meaningless = ['group_id', 'counters.id', 'sums.key']

/** Promise 4: a single changed character in payments is detected. */
export const tortureTampering = ({ seed, flips, time_ms_max, log, running }: TamperingParams): Promise<Verdict> =>
  withTestServer(
    time_ms_max,
    async site => {
      const pick = seededRandom(seed)
      await createPayments(site, pick)
      await maintainSpace(site.poolAs('muster_worker'), space)
      const before = await verify(site.dataDir)
      const seal_code = /^ +(\S+\.\S+\.\S+) /m.exec(
        before.output.split('\n').findLast(line => line.includes(`  ${space}.`)) ?? '',
      )?.[1]
      const columns = await columnsOf(site.owner)
      const missed: string[] = []
      for (let flipped = 0; flipped < flips; ) {
        const outcome = await changeCharacter(site.owner, pick, columns)
        if (outcome === undefined) continue
        if (!outcome.found) missed.push(outcome.where)
        if (++flipped % 100 === 0) log?.(`${flipped} of ${flips} flips`)
      }
      const noted = ['--seal-code', seal_code ?? '']
      const after = await verify(site.dataDir, ...noted)
      await forgeHistory(site.owner)
      const forged = { unaided: await verify(site.dataDir), noted: await verify(site.dataDir, ...noted) }
      return {
        summary: `${flips} characters changed, ${flips - missed.length} of them detected. ${after.output}`,
        broken: {
          'undetected changes': missed.length,
          'findings without a change': Number(before.findings) + Number(after.findings),
          'seal codes not printed': Number(seal_code === undefined),
          'rebuilt seals that a noted seal code did not detect': Number(
            forged.unaided.findings || !forged.noted.findings,
          ),
        },
        notes: missed,
      }
    },
    {},
    running,
  )

/** Creates payments with changes, unpaid amounts, deletions and various texts. */
async function createPayments(site: TestServer, pick: Random) {
  const contacts = await createContacts(site, 5)
  const statuses: { id: number }[] = await requestData(site, '/v1/transaction_statuses')
  for (let number = 1; number <= 15; number++) {
    const item = () => ({
      contact_id: pick(contacts),
      amount: 100 + pick.below(10_000),
      comment: pick(['', 'é "quoted"', 'plain']),
    })
    const payment = {
      ...item(),
      payment_method: { bank: 'Nef' },
      extra_json: { tags: ['a', 'b'] },
      payment_method_kind: 'card',
    }
    const data = { transactions: [payment], memberships: [item()], donations: [item()] }
    const bundle = await requestData(site, path, { method: 'POST', data })
    const at = `${path}/${bundle.id}`
    const [{ id }] = bundle.transactions
    if (number % 2 === 0)
      await requestData(site, at, {
        method: 'PATCH',
        data: { transactions: [{ id, status_id: pick(statuses).id, unpaid_amount: 5 }] },
      })
    if (number % 5 === 0) await requestData(site, at, { method: 'DELETE' })
  }
}

/** Deletes a bundle with its history, and all seals of the space, as a database administrator could. */
async function forgeHistory(owner: Owner) {
  const [bundle] = await owner<[{ id: number }]>`
    select id from transaction_bundles where group_id = ${space} and deleted_at is not null order by id limit 1`
  for (const table of ['bundle_changes', 'items'])
    await owner`delete from ${owner(table)} where group_id = ${space} and bundle_id = ${bundle.id}`
  await owner`delete from transaction_bundles where group_id = ${space} and id = ${bundle.id}`
  await owner`delete from sealed_entries where group_id = ${space}`
  await owner`delete from seals where group_id = ${space}`
}

async function columnsOf(owner: Owner) {
  const rows = await owner<{ table: string; name: string; type: string }[]>`
    select table_name::text as table, column_name::text as name, udt_name::text as type from information_schema.columns
    where table_schema = 'public' and table_name::text = any(${tables})
    order by table_name, column_name`
  return rows.filter(({ table, name }) => !meaningless.includes(name) && !meaningless.includes(`${table}.${name}`))
}

/** Changes one character, verifies, and rolls back. Undefined where there is nothing to change, or a constraint refuses it. */
async function changeCharacter(owner: Owner, pick: Random, columns: { table: string; name: string; type: string }[]) {
  const { table, name, type } = pick(columns)
  // Counters of contacts are not payments, and the key of a sum without payments has no meaning.
  const parts: Record<string, ReturnType<Owner>> = {
    counters: owner`and name = 'transaction_bundles'`,
    sums: owner`and (transactions <> 0 or net <> 0)`,
  }
  const condition = parts[table] ?? owner``
  const rows = await owner<{ ctid: string; value: string | null }[]>`
    select ctid::text, ${owner(name)}::text as value from ${owner(table)} where group_id = ${space} ${condition} order by ctid`
  const { ctid, value } = pick(rows)
  const at = pick.below(value?.length ?? 0)
  const other = value && otherLetter(value.charAt(at), pick)
  if (!value || !other) return undefined
  const changed = value.slice(0, at) + other + value.slice(at + 1)
  let found: boolean | undefined
  const undo = new Error('undo')
  await owner
    .begin(async sql => {
      const done = await sql`
        update ${sql(table)} set ${sql(name)} = ${changed}::text::${sql.unsafe(type)}
        where ctid = ${ctid}::text::tid and ${sql(name)}::text is distinct from ${changed}::text::${sql.unsafe(type)}::text`
      if (done.count !== 1) throw undo
      await sql`set constraints all immediate`
      found = false
      for await (const { findings } of verifyPayments(work => work(sql), space)) found ||= findings.length > 0
      throw undo
    })
    .catch(() => {})
  return found === undefined ? undefined : { found, where: `${table}.${name}: ${value} became ${changed}` }
}

/** Another character of the same kind, so that numbers and JSON stay valid. */
function otherLetter(letter: string, pick: Random) {
  const kind = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find(kind =>
    kind.includes(letter),
  )
  return kind && pick([...kind].filter(other => other !== letter))
}
