import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Session } from '../server/db/sql.ts'
import { defined } from '../server/test/defined.ts'
import { empty_space } from '../server/test/empty_space.ts'
import { postmasterOf, tokenOf } from '../server/test/process.ts'
import { answer, type BenchServer, withBenchServer } from './bench_server.ts'
import { cpuOfAll, cpuOfDatabase, familyOf, memoryOf } from './cpu.ts'
import { goalTable } from './goals.ts'
import { machine } from './machine.ts'

interface ImportParams {
  rows: number
  log: (line: string) => void
}

const bare_space = empty_space
const space = 1

interface Cost {
  seconds: number
  /** Processor time of the server and of the database. */
  server_s: number
  database_s: number
  rss_max: number
}

/** Compares import and export with COPY and INSERT in PostgreSQL alone. */
export const benchImports = ({ rows, log }: ImportParams) =>
  withBenchServer(site => compare({ ...site, token: tokenOf(site.dataDir, 'superadmin', space) }, rows, log))

async function compare(site: BenchServer, rows: number, log: (line: string) => void) {
  const { server, owner, token } = site
  log(`${rows} rows, bare`)
  const bare = await measure(site, () => copyAndInsert(owner, rows))
  let id = 0
  const uploaded = await measure(site, async () => {
    const body = Readable.toWeb(Readable.from(csvOf(rows))) as ReadableStream
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    const response = await fetch(`${server.url}/v1/imports?name=Bench`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
    id = ((await response.json()) as { data: { id: number } }).data.id
  })
  const checked = await measure(site, () => runJob(site, id, log, 'check'))
  const run = await measure(site, () => runJob(site, id, log, 'run'))
  await sameRows(owner)
  log('bare again')
  const bareAgain = await measure(site, () => copyAndInsert(owner, rows))
  await owner.unsafe('vacuum analyze contacts')
  const copies: Cost[] = []
  const exports: Cost[] = []
  for (let turn = 0; turn < turns; turn++) {
    copies.push(await measure(site, () => copyOut(site)))
    exports.push(await measure(site, () => exportAll(site)))
  }
  const [copiedOut, exported] = [middle(copies), middle(exports)]
  const undone = await measure(site, () => runJob(site, id, log, 'undo'))
  const line = (name: string, { seconds, server_s, database_s, rss_max }: Cost) =>
    `| ${name} | ${seconds.toFixed(1)} | ${server_s.toFixed(1)} | ${database_s.toFixed(1)} | ${rss_max ? Math.round(rss_max) : ''} |`
  const ratio = (a: Cost, b: Cost) => ((a.server_s + a.database_s) / b.database_s).toFixed(2)
  return `# Import and export speed

Written by \`npm run bench -- imports\`: ${rows} rows of eight columns. Read the ratios.

${machine(site.postgres)}

| | seconds | processor s of the server | of the database | maximum memory of the server, MB |
|---|---|---|---|---|
${[
  line('bare: COPY into a table of texts, insert … select into contacts', bare),
  line('the same, into a table of twice the size', bareAgain),
  line('upload', uploaded),
  line('dry run', checked),
  line('run', run),
  line('undo', undone),
  line('bare: COPY, by psql, of the same columns', copiedOut),
  line('export', exported),
].join('\n')}

${goalTable({
  import_time: run.seconds / bare.seconds,
  import_mb: Math.max(...[uploaded, checked, run, undone, exported].map(({ rss_max }) => rss_max)),
  export_speed: copiedOut.seconds / exported.seconds,
})}

By processor time an import costs ${ratio(run, bare)} times as much as COPY and insert, and ${ratio(run, bareAgain)} times on a table of twice the size.

The bare rows equal those of the import in every column except ids, times and users, in the same table with the same indexes and constraints but
without row-level security. The import also matches each row with existing contacts, keeps the data to undo it, and records an event for each
contact.
`
}

const turns = 5

const middle = (costs: Cost[]) =>
  defined(costs.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(costs.length / 2)], 'the median')

async function exportAll({ server, token }: BenchServer) {
  const response = await fetch(`${server.url}/v1/exports/contacts.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { reason: 'bench', columns: exported } }),
  })
  for await (const _ of defined(response.body, 'the body of the export'));
}

const exported = ['external_id', 'firstname', 'surname', 'birthdate', 'mail', 'mobile', 'street', 'postal_code', 'city']

/** By psql: the driver takes longer to read the rows than PostgreSQL to write them. */
async function copyOut({ dataDir }: BenchServer) {
  const copy = `copy (select ${exported.join(', ')} from contacts where group_id = ${space}) to stdout with (format csv)`
  const address = ['-h', join(dataDir, 'postgres'), '-U', 'postgres', '-d', 'postgres']
  const [code] = await once(spawn('psql', ['-X', ...address, '-c', copy], { stdio: 'ignore' }), 'close')
  if (code !== 0) throw new Error(`psql ended with ${code}`)
}

/** Checks that the import created the same rows as the bare insert. */
async function sameRows(owner: Session) {
  const columns = await owner<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'contacts'::regclass and attnum > 0 and not attisdropped
      and attname not in ('group_id', 'id', 'address_id', 'created_at', 'updated_at', 'changed_by')
    order by attnum`
  const rowsOf = (group_id: number) =>
    `select ${columns.map(({ name }) => `"${name}"`).join(', ')} from contacts where group_id = ${group_id} and mail like 'personne%@example.org'`
  const [row] = await owner.unsafe<[{ different: number }]>(
    `select count(*)::int as different from ((${rowsOf(space)} except all ${rowsOf(bare_space)})
       union all (${rowsOf(bare_space)} except all ${rowsOf(space)})) d`,
  )
  if (row.different !== 0) throw new Error(`${row.different} rows differ between the import and the bare insert`)
}

/** Measures work, after a checkpoint and when the server is idle. */
async function measure({ server, owner, dataDir }: BenchServer, work: () => Promise<unknown>): Promise<Cost> {
  const postmaster = postmasterOf(dataDir)
  const family = familyOf(server.pid, dataDir)
  const spent = () => [cpuOfAll(family) / 1000, cpuOfDatabase(dataDir, postmaster) / 1000] as const
  let rss_max = 0
  const watch = setInterval(() => {
    rss_max = Math.max(rss_max, ...family.map(memoryOf))
  }, 100)
  await owner.unsafe('checkpoint')
  await quiet(spent)
  rss_max = 0
  const [[ours, theirs], start] = [spent(), performance.now()]
  await work()
  clearInterval(watch)
  const [server_s, database_s] = spent()
  return {
    seconds: (performance.now() - start) / 1000,
    server_s: server_s - ours,
    database_s: database_s - theirs,
    rss_max,
  }
}

/** Waits until server and database are idle. */
async function quiet(spent: () => readonly [number, number]) {
  for (let before = Number.NEGATIVE_INFINITY; ; ) {
    const [server_s, database_s] = spent()
    if (server_s + database_s - before < 0.02) return
    before = server_s + database_s
    await new Promise(resolve => setTimeout(resolve, 500))
  }
}

const header = 'Nom,Prénom,Courriel,Téléphone portable,Date de naissance,Adresse,Code postal,Ville\n'

const cellsOf = (n: number) => [
  `Nom${n % 50_021}`,
  `Prénom${n % 997}`,
  `personne${n}@example.org`,
  `06 ${String(n % 100_000_000)
    .padStart(8, '0')
    .replace(/(..)(?=.)/g, '$1 ')}`,
  `${String((n % 28) + 1).padStart(2, '0')}/${String((n % 12) + 1).padStart(2, '0')}/${1940 + (n % 60)}`,
  `${n % 200} rue de l’Église`,
  String(10_000 + (n % 85_000)),
  `Ville${n % 3001}`,
]

async function* csvOf(rows: number) {
  yield header
  for (let n = 0; n < rows; n += 1000) {
    let text = ''
    for (let m = n; m < Math.min(n + 1000, rows); m++) text += `${cellsOf(m).join()}\n`
    yield text
  }
}

/** The bare import: COPY into a table of texts, then INSERT into contacts. */
async function copyAndInsert(owner: Session, rows: number) {
  await owner.unsafe('drop table if exists bare')
  await owner.unsafe(
    'create temp table bare (surname text, firstname text, mail text, mobile text, birthdate text, street text, postal_code text, city text)',
  )
  const into = await owner.unsafe('copy bare from stdin with (format csv, header)').writable()
  await pipeline(Readable.from(csvOf(rows)), into)
  await owner.unsafe(`
    insert into contacts (group_id, surname, firstname, mail, mobile, mobile_key, birthdate, street, postal_code, city, married_name, gender, age_category,
      birth_city, birth_country, nationality, mobile_invalid, phone, phone_invalid, black_list, external_id, address_id, changed_by)
    select ${bare_space}, surname, firstname, mail, mobile, '+33' || substr(replace(mobile, ' ', ''), 2),
      to_date(birthdate, 'DD/MM/YYYY'), street, postal_code, city, '', '', 0, '', '', '', false,
      '', false, false, '', nextval('contact_addresses_id_seq'), (select min(id) from users where group_id = ${bare_space})
    from bare`)
}

async function runJob(site: BenchServer, id: number, log: (line: string) => void, what: string) {
  const path = `/v1/imports/${id}`
  const { [`${what}_job_id`]: job } = (await answer(site, `${path}/${what}`, { method: 'POST' })).body.data
  for (;;) {
    const { state, error } = (await answer(site, `/v1/jobs/${job}`)).body.data
    if (state === 'done') break
    if (state !== 'queued' && state !== 'running') throw new Error(`${what} ended as ${state}: ${error}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const { [what]: outcome } = (await answer(site, path)).body.data
  log(`${what} ${JSON.stringify({ ...outcome, samples: undefined })}`)
}
