// Writes dist/: JavaScript with type declarations, which the package contains.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')
rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [join(here, '../node_modules/typescript/bin/tsc'), '-p', here], { stdio: 'inherit' })
// The compiler rewrites import paths in the JavaScript, not in the declarations.
for (const name of readdirSync(dist).filter(name => name.endsWith('.d.ts'))) {
  const file = join(dist, name)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/\w+)\.ts'/g, "$1.js'"))
}
copyFileSync(join(here, '../LICENSE'), join(here, 'LICENSE'))
