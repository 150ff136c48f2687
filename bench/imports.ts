import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Session } from '../server/db/sql.ts'
import { postmasterOf, tokenOf } from '../server/test/process.ts'
import { cpuOfAll, cpuOfDatabase, familyOf, memoryOf } from './cpu.ts'
import { machine } from './machine.ts'
import { answer, onASite, type Site } from './site.ts'

interface ImportWish {
  rows: number
  tell: (line: string) => void
}

const bare_space = 2
const space = 1

interface Cost {
  seconds: number
  /** Processor time of the server and of the database. */
  server_s: number
  database_s: number
  rss_max: number
}

/** How long it takes to import a file and to export it again, against what PostgreSQL needs for the bare rows. */
export const benchImports = ({ rows, tell }: ImportWish) =>
  onASite(site => compare({ ...site, token: tokenOf(site.dataDir, 'superadmin', space) }, rows, tell))

async function compare(site: Site, rows: number, tell: (line: string) => void) {
  const { server, owner, token } = site
  tell(`${rows} rows, bare`)
  const bare = await measured(site, () => copyAndInsert(owner, rows))
  await owner.unsafe('checkpoint')
  let id = 0
  const uploaded = await measured(site, async () => {
    const body = Readable.toWeb(Readable.from(csvOf(rows))) as ReadableStream
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    const response = await fetch(`${server.url}/v1/imports?name=Bench`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
    id = ((await response.json()) as any).data.id
  })
  const checked = await measured(site, () => work(site, id, tell, 'check'))
  const run = await measured(site, () => work(site, id, tell, 'run'))
  await owner.unsafe('vacuum analyze contacts').then(() => owner.unsafe('checkpoint'))
  const [copiedOut, exported] = await outAndOut(site)
  const again = await measured(site, () => copyOut(owner))
  await owner.unsafe('checkpoint')
  const undone = await measured(site, () => work(site, id, tell, 'undo'))
  const line = (name: string, { seconds, server_s, database_s, rss_max }: Cost) =>
    `| ${name} | ${seconds.toFixed(1)} | ${server_s.toFixed(1)} | ${database_s.toFixed(1)} | ${rss_max ? Math.round(rss_max) : ''} |`
  const ratio = (a: Cost, b: Cost) =>
    `${(a.seconds / b.seconds).toFixed(2)} (processor time ${((a.server_s + a.database_s) / (b.server_s + b.database_s)).toFixed(2)})`
  return `# How fast files come and go

Written by \`npm run bench -- imports\`: ${rows} rows of eight columns. Read the ratios.

${machine(site.postgres)}

| | seconds | processor s of the server | of the database | server's memory at most, MB |
|---|---|---|---|---|
${[
  line('bare: COPY into a table of texts, insert … select into contacts', bare),
  line('upload', uploaded),
  line('dry run', checked),
  line('run', run),
  line('undo', undone),
  line('bare: COPY of the same columns out', copiedOut),
  line('the same, once more', again),
  line('export', exported),
].join('\n')}

- Run against bare COPY and insert: ${ratio(run, bare)}; the goal is 3 at most.
- Export against bare COPY: ${(copiedOut.seconds / exported.seconds).toFixed(2)} times its speed; the goal is 0.5 at least.
- Memory of the server: ${Math.round(Math.max(uploaded.rss_max, checked.rss_max, run.rss_max, undone.rss_max, exported.rss_max))} MB at most; the goal is 300.
`
}

async function outAndOut(site: Site) {
  const { server, owner, token } = site
  const bare = await measured(site, () => copyOut(owner))
  const ours = await measured(site, async () => {
    const response = await fetch(`${server.url}/v1/exports/contacts.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { reason: 'bench', columns: exported } }),
    })
    await pipeline(
      Readable.fromWeb(response.body as never),
      async function* (pieces) {
        for await (const _ of pieces) yield ''
      },
      async pieces => {
        for await (const _ of pieces);
      },
    )
  })
  return [bare, ours] as const
}

const exported = ['external_id', 'firstname', 'surname', 'birthdate', 'mail', 'mobile', 'street', 'postal_code', 'city']

async function copyOut(owner: Session) {
  const stream = await owner
    .unsafe(`copy (select ${exported.join(', ')} from contacts where group_id = ${space}) to stdout with (format csv)`)
    .readable()
  for await (const _ of stream);
}

async function measured({ server, dataDir }: Site, work: () => Promise<unknown>): Promise<Cost> {
  const postmaster = postmasterOf(dataDir)
  const family = familyOf(server.pid, dataDir)
  const spent = () => [cpuOfAll(family) / 1000, cpuOfDatabase(dataDir, postmaster) / 1000] as const
  let rss_max = 0
  const watch = setInterval(() => {
    rss_max = Math.max(rss_max, ...family.map(memoryOf))
  }, 100)
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

/** What PostgreSQL itself needs: the rows as texts, and from there into contacts. */
async function copyAndInsert(owner: Session, rows: number) {
  await owner.unsafe(
    'create temp table bare (surname text, firstname text, mail text, mobile text, birthdate text, street text, postal_code text, city text)',
  )
  const into = await owner.unsafe('copy bare from stdin with (format csv, header)').writable()
  await pipeline(Readable.from(csvOf(rows)), into)
  await owner.unsafe(`
    insert into contacts (group_id, surname, firstname, mail, mobile, birthdate, street, postal_code, city, married_name, gender, age_category,
      birth_city, birth_country, nationality, mobile_invalid, phone, phone_invalid, black_list, external_id, address_id)
    select ${bare_space}, surname, firstname, mail, mobile, to_date(birthdate, 'DD/MM/YYYY'), street, postal_code, city, '', '', 0, '', '', '', false,
      '', false, false, '', nextval('contact_addresses_id_seq')
    from bare`)
}

async function work(site: Site, id: number, tell: (line: string) => void, what: string) {
  const path = `/v1/imports/${id}`
  const { [`${what}_job_id`]: job } = (await answer(site, `${path}/${what}`, { method: 'POST' })).body.data
  for (;;) {
    const { state, error } = (await answer(site, `/v1/jobs/${job}`)).body.data
    if (state === 'done') break
    if (state !== 'queued' && state !== 'running') throw new Error(`${what} ended as ${state}: ${error}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const { [what]: outcome } = (await answer(site, path)).body.data
  tell(`${what} ${JSON.stringify({ ...outcome, samples: undefined })}`)
}
