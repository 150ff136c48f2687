// Builds the console if its sources have changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ensureInstalled } from '../install_packages.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const built = join(here, 'dist')
const sources = [
  'console/{index.html,vite.config.ts,package.json,package-lock.json}',
  'console/{src,public}/**/*.*',
  'sdk/{client,errors,operations,paging,request}.ts',
]

const state = createHash('sha256')
for (const file of globSync(sources, { cwd: root }).sort()) state.update(file).update(readFileSync(join(root, file)))
const fingerprint = state.digest('hex')

if (!existsSync(join(built, fingerprint))) await build()

/** Builds into a new folder and swaps it in, so that a running server never serves half a build. */
async function build() {
  await ensureInstalled(here, { development: false })
  console.error('Building the console. This happens when its sources have changed.')
  const { build } = await import('vite')
  const fresh = join(here, `dist.${process.pid}`)
  await build({ root: here, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
  for (const file of globSync('**/*.{js,css,html,svg,json,webmanifest}', { cwd: fresh })) compress(join(fresh, file))
  writeFileSync(join(fresh, fingerprint), '')
  const old = join(here, `dist.${process.pid}.old`)
  try {
    mkdirSync(built, { recursive: true })
    renameSync(built, old)
    renameSync(fresh, built)
  } catch (error) {
    // Another command has built the same at the same time.
    if (!existsSync(join(built, fingerprint))) throw error
  }
  for (const left of [old, fresh]) rmSync(left, { recursive: true, force: true })
}

function compress(file) {
  const text = readFileSync(file)
  if (text.length < 1000 || file.endsWith('.html')) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }))
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
}
