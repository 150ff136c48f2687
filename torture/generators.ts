import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openapiOf } from '../server/http/openapi/openapi.ts'
import { resourcesOf, version } from '../server/resources.ts'
import type { Verdict } from './test_server.ts'

const run = promisify(execFile)
const step_ms_max = 300_000
const name_length_max = 60

// Exact versions, installed for this test alone: they are large, and need another version of TypeScript.
const packages = {
  'openapi-typescript': '7.13.0',
  '@hey-api/openapi-ts': '0.99.0',
  orval: '8.38.0',
  typescript: '5.9.3',
}

const orval = {
  input: './openapi.json',
  output: { mode: 'split', target: './orval/muster.ts', schemas: './orval/model', client: 'fetch' },
}

/** The command of each generator. It writes into a folder with its name. */
const generators: Record<string, string[]> = {
  'openapi-typescript': ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'openapi-typescript/schema.ts'],
  'hey-api': ['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch'],
  orval: ['orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'],
}

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  skipLibCheck: true,
  types: [],
}

/** Client generators accept the OpenAPI document: their output compiles in strict mode, with readable names. */
export async function tortureGenerators({ log }: { log?: (line: string) => void } = {}): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-generators-'))
  const broken = {
    'generators that failed': 0,
    'outputs that do not compile': 0,
    'names too long or colliding': 0,
  }
  const notes: string[] = []
  const attempt = async (what: keyof typeof broken, command: string, args: string[]) => {
    const options = { cwd: folder, timeout: step_ms_max, maxBuffer: 50_000_000 }
    await run(command, args, options).catch(error => {
      broken[what]++
      notes.push(...`${args.at(-1)}: ${error.stdout || error.stderr || error}`.split('\n').slice(0, 5))
    })
  }
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapiOf(resourcesOf(), version)))
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ private: true, type: 'module', dependencies: packages }),
    )
    writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify({ muster: orval })}\n`)
    log?.('installing the generators')
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, timeout: step_ms_max })
    for (const [name, [program = '', ...args]] of Object.entries(generators)) {
      log?.(name)
      mkdirSync(join(folder, name), { recursive: true })
      await attempt('generators that failed', process.execPath, [join('node_modules', program), ...args])
      writeFileSync(join(folder, `${name}.json`), JSON.stringify({ compilerOptions, include: [name] }))
      const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
      await attempt('outputs that do not compile', process.execPath, [compiler, '-p', `${name}.json`])
    }
    const odd = oddNames(filesIn(join(folder, 'orval', 'model')))
    broken['names too long or colliding'] = odd.length
    const written = Object.keys(generators).map(name => `${name} ${filesIn(join(folder, name)).length} files`)
    return { summary: `${written.join(', ')}, all compiled in strict mode.`, broken, notes: [...notes, ...odd] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))

/** Files that are too long, numbered, or differ only in case, which collide on some file systems. */
function oddNames(files: string[]) {
  const lower = files.map(file => file.toLowerCase())
  return files.filter(
    (file, index) =>
      file.length > name_length_max || lower.indexOf(file.toLowerCase()) !== index || /\d\.ts$/.test(file),
  )
}
