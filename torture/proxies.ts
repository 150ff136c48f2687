import assert from 'node:assert/strict'
import { insertContacts } from '../server/test/insert_contacts.ts'
import { aFreePort } from '../server/test/ports.ts'
import { openDatabase, tokenOf } from '../server/test/process.ts'
import { aKillableServer, type KillableServer } from './killable_server.ts'
import { assertHsts, checks, digestOf, exportRequest, type ProxiedSite } from './proxies/checks.ts'
import { open, send } from './proxies/client.ts'
import { findProxies, type ProxyPorts, type ProxyProgram, startProxy } from './proxies/programs.ts'
import { space, type Verdict } from './test_server.ts'

interface ProxyParams {
  contacts: number
  log?: (line: string) => void
}

const recovery_ms_max = 30_000
const truncated = 'interrupted downloads that look complete'

/** Promise 31: Muster behind nginx and Caddy with the configurations of deploy/. */
export async function tortureProxies({ contacts, log }: ProxyParams): Promise<Verdict> {
  const { found, missing } = await findProxies(log)
  const skipped = 'nginx and Caddy are not installed, and Debian has none for this machine: apt-get install nginx caddy'
  if (found.length === 0) return { summary: '', broken: {}, notes: [], skipped }
  const ports = { http: await aFreePort(), https: await aFreePort(), muster: 0 }
  const server = await aKillableServer({ PUBLIC_URL: `https://localhost:${ports.https}`, RATE_PER_SECOND: '1' })
  ports.muster = Number(new URL(server.url).port)
  const names: string[] = []
  const broken: Record<string, number> = {}
  const notes: string[] = []
  const flaws: string[] = []
  try {
    server.launch()
    await server.ready()
    const owner = await openDatabase(server.dataDir)
    await insertContacts(owner, space, contacts)
    await owner.end()
    for (const { program, modern } of variantsOf(found)) {
      const { name, failures } = await checkBehind(program, ports, server, modern)
      names.push(name)
      for (const [what, error] of Object.entries(failures)) {
        broken[what] ??= 0
        if (error && what === truncated && program.truncates) flaws.push(name)
        else if (error) {
          broken[what]++
          notes.push(`${name}: ${what}: ${error}`)
        }
      }
      log?.(`${name}: ${JSON.stringify(Object.entries(failures).filter(([, error]) => error))}`)
    }
  } finally {
    await server.stop()
  }
  const known = flaws.length > 0 ? ` ${flaws.join(', ')} passes on an interrupted download as complete.` : ''
  const untried = missing.length > 0 ? ` Not tried: ${missing.join(', ')}.` : ''
  const summary = `${Object.keys(broken).length} checks behind ${names.join(', ')}.${known}${untried}`
  return { summary, broken, notes }
}

/** The configuration as it is, and with `http2 on` where nginx has it. */
const variantsOf = (programs: ProxyProgram[]) =>
  programs.flatMap(program => [
    { program, modern: false },
    ...(program.http2_directive ? [{ program, modern: true }] : []),
  ])

/** Runs every check behind one proxy; an empty text means that it passed. */
async function checkBehind(program: ProxyProgram, ports: ProxyPorts, server: KillableServer, modern: boolean) {
  const proxy = await startProxy(program, ports, modern)
  const { dataDir, url } = server
  const token = tokenOf(dataDir, 'superadmin', space)
  const failures: Record<string, string> = {}
  const attempt = async (what: string, check: () => Promise<void>) => {
    failures[what] = await check().then(
      () => '',
      error => error.message,
    )
  }
  try {
    const owner = await openDatabase(dataDir)
    const site: ProxiedSite = { ports, proxy, token, dataDir, owner, exportDigest: () => directExport(url, token) }
    for (const [what, check] of Object.entries(checks)) await attempt(what, () => check(site))
    await owner.end()
    await attempt(truncated, () => interruptDownload(site, server))
    await attempt('outages of Muster passed on wrongly', () => answerForMuster(site, server))
  } finally {
    await proxy.stop()
  }
  return { name: proxy.name, failures }
}

async function directExport(url: string, token: string) {
  const { path, ...request } = exportRequest(token)
  const response = await fetch(url + path, request)
  assert.equal(response.status, 200)
  return digestOf(await response.text())
}

/** Kills Muster during a download. The download is then complete, or fails. */
async function interruptDownload(site: ProxiedSite, server: KillableServer) {
  const digest = await site.exportDigest()
  const { stream } = await open({ port: site.ports.https, ...exportRequest(site.token) })
  const parts: Buffer[] = []
  let killed: Promise<void> | undefined
  const readAll = async () => {
    for await (const part of stream) {
      parts.push(part)
      killed ??= server.kill()
      await killed
    }
    return true
  }
  const ended = await readAll().catch(() => false)
  await (killed ?? server.kill())
  if (ended) assert.equal(digestOf(Buffer.concat(parts).toString()), digest, 'half a file looks complete')
}

/** While Muster is down the proxy answers; when it is back, so does Muster. */
async function answerForMuster({ ports, token }: ProxiedSite, server: KillableServer) {
  const headers = { authorization: `Bearer ${token}` }
  try {
    const refused = await send({ port: ports.https, path: '/me', headers })
    assert.ok([502, 503].includes(refused.status), `status ${refused.status} without Muster`)
    assertHsts(refused, 'an error of the proxy')
  } finally {
    server.launch()
    await server.ready()
  }
  let status = 0
  for (const deadline = Date.now() + recovery_ms_max; status !== 200 && Date.now() < deadline; )
    status = (await send({ port: ports.https, path: '/me', headers })).status
  assert.equal(status, 200, 'the proxy does not find Muster again')
}
