import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { project_dir, run } from '../../server/test/process.ts'

/** An image whose steps ran in a folder instead of a container. */
export interface BuiltImage {
  /** The folder that takes the place of /. */
  root: string
  workdir: string
  env: Record<string, string>
  command: string[]
  healthcheck: string[]
  user: string
}

const step_ms_max = 600_000

/** Runs the steps of deploy/Dockerfile, each stage in a folder of its own. Only the base image is that of this machine. */
export async function runDockerfile(folder: string): Promise<BuiltImage> {
  const stages = new Map<string, BuiltImage>()
  let stage: BuiltImage | undefined
  for (const [word, rest] of instructionsIn(readFileSync(join(project_dir, 'deploy/Dockerfile'), 'utf8'))) {
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'image'
      stage = { root: join(folder, name), workdir: '/', env: {}, command: [], healthcheck: [], user: 'root' }
      mkdirSync(stage.root, { recursive: true })
      stages.set(name, stage)
    } else if (stage) await perform(word, rest, stage, stages)
  }
  if (!stage) throw new Error('the Dockerfile has no stage')
  return stage
}

const instructionsIn = (text: string) =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(line => /^[A-Z]/.test(line))
    .map(line => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()] as const)

async function perform(word: string, rest: string, stage: BuiltImage, stages: Map<string, BuiltImage>) {
  if (word === 'WORKDIR') {
    stage.workdir = rest
    mkdirSync(join(stage.root, rest), { recursive: true })
  } else if (word === 'ENV')
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value
  else if (word === 'COPY') copy(rest, stage, stages)
  else if (word === 'RUN') await runStep(rest, stage)
  else if (word === 'USER') stage.user = rest
  else if (word === 'CMD') stage.command = JSON.parse(rest)
  else if (word === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('[')))
  else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL'].includes(word)) throw new Error(`the Dockerfile has an unknown ${word}`)
}

function copy(rest: string, stage: BuiltImage, stages: Map<string, BuiltImage>) {
  const [, from, names = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(rest) ?? []
  const sources = names.split(' ')
  const target = sources.pop() ?? ''
  const origin = from ? stages.get(from)?.root : project_dir
  if (!origin) throw new Error(`the Dockerfile copies from an unknown stage ${from}`)
  const place = resolve('/', stage.workdir, target)
  for (const source of sources) {
    const path = join(origin, source)
    const files = from ? [''] : trackedFiles(source)
    const into =
      statSync(path).isDirectory() || !(target.endsWith('/') || sources.length > 1)
        ? place
        : join(place, basename(source))
    for (const file of files) {
      const to = join(stage.root, into, file)
      mkdirSync(dirname(to), { recursive: true })
      cpSync(join(path, file), to, { recursive: true, verbatimSymlinks: true })
    }
  }
}

/** What Dockerfile.dockerignore leaves of a clone is what git knows of it. Paths are relative to the source. */
function trackedFiles(source: string): string[] {
  if (source !== '.' && statSync(join(project_dir, source)).isFile()) return ['']
  const listed = execFileSync('git', ['ls-files', '-z', '--', '.'], {
    cwd: join(project_dir, source),
    encoding: 'utf8',
  })
  return listed.split('\0').filter(file => file && existsSync(join(project_dir, source, file)))
}

async function runStep(command: string, { root, workdir, env }: BuiltImage) {
  // Absolute paths are those of the image; its user does not exist here.
  const local = command.replaceAll(/ \/(?=[a-z])/g, ` ${root}/`).replace(/ && chown node:node \S+/, '')
  const { code, stdout, stderr } = await run({
    command: ['sh', '-c', local],
    cwd: join(root, workdir),
    // With the settings of this machine for proxies and certificates, which npm needs.
    env: { ...definedValues(process.env), ...env },
    patience_ms: step_ms_max,
  })
  if (code !== 0) throw new Error(`RUN ${command} ended with ${code}: ${(stdout + stderr).slice(-1000)}`)
}

const definedValues = (values: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))
