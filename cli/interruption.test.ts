import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { startTestApp } from '../server/test/harness.ts'
import { paymentImports } from '../server/test/payment_imports.ts'
import { aTempFolder, launch } from '../server/test/process.ts'

const app = await startTestApp()
const { aFile, bundlesOf, aSpaceToImport } = paymentImports(app)
aTempFolder()

/** Forwards requests to the server. Calls `onRequest` first, which may keep a request from being answered. */
async function aProxy(onRequest: (method: string, path: string) => 'forward' | 'hold') {
  const proxy = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    if (onRequest(method, url) === 'hold') return
    const body = await buffer(request)
    const passed = ['authorization', 'content-type', 'idempotency-key'].flatMap(name =>
      headers[name] ? [[name, String(headers[name])] as [string, string]] : [],
    )
    const answer = await fetch(`${app.url}${url}`, { method, headers: passed, ...(body.length > 0 && { body }) })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(await answer.text())
  })
  proxy.listen(0, '127.0.0.1')
  await new Promise(resolve => proxy.once('listening', resolve))
  after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('Ctrl-C in an import says how many payments are kept and how to continue, and exits with 130', async () => {
  const { treasurer } = await aSpaceToImport()
  // The second payment is refused by the server, and is not counted as kept.
  const rules = await app.as(treasurer).patch('/v1/contribution_rules', { yearly_cap: 2000 })
  assert.equal(rules.status, 200, rules.text)
  let payments = 0
  const url = await aProxy((method, path) => {
    if (method !== 'POST' || path !== '/v1/transaction_bundles' || ++payments < 4) return 'forward'
    program.child.kill('SIGINT')
    return 'hold'
  })
  const rows = [5, 500, 5, 5, 5].map((amount, index) => `${index + 1},2026-01-01,${amount},ann@example.org\n`)
  const file = aFile(`id,date,amount,mail\n${rows.join('')}`)
  const program = launch({
    args: ['cli/muster.ts', 'import', 'payments', file, '--from', 'generic', '--url', url],
    env: { MUSTER_TOKEN: treasurer.token },
  })
  const { code, stdout, stderr } = await program.exited
  assert.deepEqual({ code, stdout }, { code: 130, stdout: '' })
  assert.match(
    stderr,
    /^Interrupted\. 2 of 5 payments were imported and are kept\. Run the command again .* Undo with "\.\/muster import undo payments-\w+"\.\n$/,
  )
  assert.equal((await bundlesOf(treasurer)).length, 2)
})
