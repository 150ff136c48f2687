// Writes dist/, which the package contains: ES modules and CommonJS, with type declarations. Runs on `npm pack`, also in a clone where
// nothing is installed, with any Node from version 20.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const dist = join(here, 'dist')

try {
  rmSync(dist, { recursive: true, force: true })
  copyFileSync(join(root, 'LICENSE'), join(here, 'LICENSE'))
} catch (error) {
  console.error(`The package is built in ${here}, which must be writable: ${error.message}.`)
  process.exit(1)
}
withCompiler(tsc => {
  compile(tsc, 'esm', [])
  // Only ES modules may keep their imports as they are written.
  compile(tsc, 'cjs', ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'])
})
writeFileSync(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n')
// The declarations of the operations are large, and ES modules may import those of CommonJS.
writeFileSync(join(dist, 'esm', 'operations.d.ts'), "export * from '../cjs/operations.js'\n")

function compile(tsc, format, options) {
  const folder = join(dist, format)
  execFileSync(process.execPath, [tsc, '-p', here, '--outDir', folder, ...options], { stdio: ['ignore', 2, 2] })
  // The compiler rewrites import paths in the JavaScript, not in the declarations.
  for (const name of readdirSync(folder).filter(name => name.endsWith('.d.ts'))) {
    const file = join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/\w+)\.ts'/g, "$1.js'"))
  }
}

/** Uses the installed compiler, or installs the version of package-lock.json in a temporary folder. */
function withCompiler(work) {
  const path = 'node_modules/typescript/bin/tsc'
  if (existsSync(join(root, path))) return work(join(root, path))
  const folder = mkdtempSync(join(tmpdir(), 'muster-sdk-compiler-'))
  try {
    installCompiler(folder)
    work(join(folder, path))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function installCompiler(folder) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const own = Object.entries(packages).filter(([path]) =>
    /^node_modules\/(@typescript\/typescript-|typescript$)/.test(path),
  )
  const dependencies = { typescript: packages['node_modules/typescript'].version }
  const locked = {
    '': { dependencies },
    ...Object.fromEntries(own.map(([path, { dev: _, ...entry }]) => [path, entry])),
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: locked }))
  // Options of `npm pack`, such as --dry-run, are not for this installation.
  const { npm_config_dry_run: _, npm_config_workspace: __, npm_config_workspaces: ___, ...env } = process.env
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const flags = ['ci', '--include=optional', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  execFileSync(command, [...first, ...flags], { cwd: folder, env, stdio: ['ignore', 2, 2] })
}
