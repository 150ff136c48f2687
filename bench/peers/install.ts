import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Session } from '../../server/db/sql.ts'
import { defined } from '../../server/test/defined.ts'
import { aFreePort } from '../../server/test/process.ts'
import type { Dataset } from '../dataset.ts'
import { hottest } from '../operations.ts'
import { firstRequest } from '../requests.ts'
import { type RunningServer, startProgram } from '../start_program.ts'
import { peerSettings, peers } from './peers.ts'

const run = promisify(execFile)
const here = fileURLToPath(new URL('./', import.meta.url))
const cache = fileURLToPath(new URL('../../node_modules/.cache/peers', import.meta.url))
const install_ms_max = 15 * 60_000
const prepare_ms_max = 5 * 60_000

const peerOf = (name: string) => defined(peers[name], `the peer ${name}`)

/** Installs a peer from npm into a cache, without install scripts. Peers are not dependencies of Muster. */
async function install(name: string): Promise<string> {
  const [source, folder] = [join(here, name), join(cache, name)]
  const wanted = readFileSync(join(source, 'package.json'), 'utf8')
  mkdirSync(folder, { recursive: true })
  const mark = join(folder, 'installed.json')
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
    cpSync(join(source, 'package.json'), join(folder, 'package.json'))
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
      cwd: folder,
      timeout: install_ms_max,
      maxBuffer: 2 ** 26,
    })
    for (const module of peerOf(name).emptied ?? []) writeFileSync(join(folder, module), 'module.exports = {}\n')
    writeFileSync(mark, wanted)
  }
  cpSync(source, folder, { recursive: true })
  return folder
}

/** Creates the tables of the peers, with as many payments as the server has. */
export async function fillPeers(owner: Session, { group_id, payments }: Dataset) {
  const values: Record<string, number> = { ...payments, space: group_id }
  const schema = readFileSync(join(here, 'schema.sql'), 'utf8')
  await owner.unsafe(schema.replace(/(?<![:\w]):(\w+)/g, (_, name) => String(defined(values[name], name))))
  await owner.unsafe(
    'vacuum analyze peers.contacts, peers.bundles, peers.transactions, peers.memberships, peers.donations',
  )
}

/** Installs, prepares and starts a peer. */
export async function startPeer(
  name: string,
  owner: Session,
  socketFolder: string,
  processes: number,
): Promise<RunningServer> {
  const { prepare, program, setup } = peerOf(name)
  const cwd = await install(name)
  const env = peerSettings(socketFolder, await aFreePort())
  if (prepare)
    await run(process.execPath, prepare, {
      cwd,
      env: { ...process.env, ...env },
      timeout: prepare_ms_max,
      maxBuffer: 2 ** 26,
    })
  if (setup) await owner.unsafe(`set search_path = peers;\n${setup}\nreset search_path;`)
  const [exec = '', ...args] = program
  return startProgram({ name, exec: join(cwd, exec), args, env, cwd, processes })
}

/** Checks that a list has a hundred payments and another response one; otherwise a comparison is meaningless. */
export async function checkPeer({ name, url }: RunningServer, dataset: Dataset) {
  const { operation, request } = peerOf(name)
  const { method, path, headers = {}, body } = firstRequest(request, dataset, name)
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  const payments = (await response.text()).match(/last4\W+4242/g)?.length ?? 0
  const wanted = operation === hottest.list ? 100 : 1
  if (payments !== wanted) throw new Error(`${operation} was answered ${response.status} with ${payments} payments`)
}
