import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { project_dir, run } from '../server/test/process.ts'

// A command starts fast because it loads little. Time would depend on the machine, so this counts files.

const hook = `
import { registerHooks } from 'node:module'
const urls = []
registerHooks({ load: (url, context, next) => (url.startsWith('file:') && urls.push(url), next(url, context)) })
process.on('exit', () => process.stderr.write(urls.join('\\n')))`
const preload = `data:text/javascript,${encodeURIComponent(hook)}`

/** The files that a command loads, relative to the project. */
async function filesOf(...args: string[]) {
  const { stderr } = await run({ args: ['--import', preload, 'cli/muster.ts', ...args], env: { MUSTER_TOKEN: 'x' } })
  return stderr.split('\n').flatMap(line => {
    const [, file] = line.split(project_dir)
    return line.startsWith('file:') && file ? [file] : []
  })
}

/** Small files without packages, which the command line shares with the server. */
const shared = [
  'server/expected_error.ts',
  'server/json.ts',
  'server/nearest_name.ts',
  'server/system/reference/document.ts',
  'server/system/reference/samples.ts',
]
const allowed = (file: string) => /^(cli|sdk)\//.test(file) || shared.includes(file)

describe('a command loads no package and no code of the server', { concurrency: 2 }, () => {
  for (const args of [
    ['help'],
    ['token', 'create', '--help'],
    ['tokn'],
    ['api', 'contacts', 'list', '--help'],
    ['api', 'me', 'read', '--url', 'http://127.0.0.1:1'],
    ['import', 'nowhere.csv', '--url', 'http://127.0.0.1:1'],
  ])
    test(`in muster ${args.join(' ')}`, async () => {
      const files = await filesOf(...args)
      assert.ok(files.includes('cli/muster.ts'))
      assert.deepEqual(
        files.filter(file => !allowed(file)),
        [],
      )
      assert.ok(files.length < 50, `${files.length} files`)
    })
})
