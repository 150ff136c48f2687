import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** A block of code of the README of the SDK by its name, or the commands of its only shell block. */
export function readmeBlock(name: string) {
  const [, text = ''] = new RegExp(`^ *\`\`\`${name}\\n(.*?)^ *\`\`\``, 'ms').exec(readme) ?? []
  return text.replace(new RegExp(`^${/^ */.exec(text)?.[0]}`, 'gm'), '')
}

export const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8')

/** A project of another team, with the package in its packed form, as that README says. */
export async function newProject() {
  const folder = mkdtempSync(join(tmpdir(), 'muster-sdk-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const [clone, project] = [join(folder, 'muster'), join(folder, 'project')]
  mkdirSync(project)
  copySources(clone)
  await run('npm', ['pack', '--silent', './sdk'], { cwd: clone })
  const commands = readmeBlock('sh')
  await run('sh', ['-ec', commands], { cwd: project, env: { ...process.env, npm_config_offline: 'true' } })
  return {
    project,
    tarballs: readdirSync(clone).filter(name => name.endsWith('.tgz')),
    installed: join(project, 'node_modules/muster-sdk'),
    /** Writes a program and runs it. Returns what it prints. */
    async run(
      name: string,
      text: string,
      { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
    ) {
      writeFileSync(join(project, name), text)
      const { stdout } = await run(process.execPath, [name, ...args], { cwd: project, env: { ...process.env, ...env } })
      return stdout
    },
    /** What the compiler says about the files, with these options. */
    async compile(files: Record<string, string>, options: string[]): Promise<string> {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
      const base = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,dom.asynciterable']
      const args = [compiler, ...base, '--types', '', ...options, ...Object.keys(files)]
      const { stdout } = await run(process.execPath, args, { cwd: project }).catch(error => error)
      return stdout
    },
  }
}

/** Copies what the package is built from, because several tests build it at the same time. */
function copySources(clone: string) {
  const isSource = (path: string) => path !== join(root, 'sdk/dist')
  cpSync(join(root, 'sdk'), join(clone, 'sdk'), { recursive: true, filter: isSource })
  for (const name of ['LICENSE', 'tsconfig.json', 'package-lock.json']) cpSync(join(root, name), join(clone, name))
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
}

const compiler = join(root, 'node_modules/typescript/bin/tsc')
