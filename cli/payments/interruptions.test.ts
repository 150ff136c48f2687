import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { connect } from '../../sdk/client.ts'
import { startTestApp } from '../../server/test/harness.ts'
import { verificationFindings } from '../../server/test/money.ts'
import { paymentImports } from '../../server/test/payment_imports.ts'
import { aUser, type Person } from '../../server/test/people.ts'
import { thorough } from '../../server/test/runs.ts'
import { matchColumns, sourceSystems } from './columns.ts'
import { createPayments } from './create.ts'
import { readPayments } from './file.ts'
import { planImport } from './plan.ts'
import { undoImport } from './undo.ts'

// An import that is interrupted and repeated creates each payment once.

const app = await startTestApp()
const { aFile, bundlesOf, aSpaceToImport } = paymentImports(app)

/** The request at which a process dies, and whether the server still performs it. */
interface Death {
  at: number
  late: boolean
}

/** A client whose process dies. Its last request may or may not have been performed. */
function mortal(person: Person, death?: Death) {
  let asked = 0
  return connect({
    url: app.url,
    token: person.token,
    attempts: 1,
    fetch: async (...request) => {
      const dies = death && asked++ >= death.at
      if (dies && (!death.late || asked > death.at + 1)) throw new Error('killed')
      const response = await fetch(...request)
      if (dies) throw new Error('killed')
      return response
    },
  })
}

async function bring(person: Person, path: string, death?: Death) {
  const file = readPayments(path, 'old')
  const columns = matchColumns(file.headers, sourceSystems.generic, new Map())
  const unsaid = { currency: undefined, decimal: undefined, dates: undefined, membership: undefined }
  const muster = mortal(person, death)
  const mode = { source: 'old', columns, words: new Map(), create: true, ...unsaid }
  const taken = await createPayments(muster, file, await planImport(muster, file, mode), () => {})
  assert.deepEqual(taken.refused, [])
  return file.label
}

const fileOf = (ids: number[]) =>
  aFile(`id,date,amount,mail\n${ids.map(id => `${id},2026-01-01,${id}.50,p${id % 3}@example.org\n`).join('')}`)

const death = fc.record({ at: fc.nat(20), late: fc.boolean() })
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 8 })

describe('payments', () => {
  test('of overlapping files, imported by two people at once and interrupted anywhere, exist once; after undo, none does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ ids, death }), { minLength: 1, maxLength: 4 }),
        death,
        async (runs, last) => {
          const { treasurer } = await aSpaceToImport()
          const colleague = await aUser(app, treasurer.space, { role: 'admin' })
          const files = runs.map(run => fileOf(run.ids))
          await Promise.allSettled(files.map((file, i) => bring(i % 2 ? colleague : treasurer, file, runs[i]!.death)))
          const labels: string[] = []
          for (const file of files) labels.push(await bring(treasurer, file))
          const wanted = [...new Set(runs.flatMap(run => run.ids))].sort()
          const made = await bundlesOf(treasurer)
          const seen = made.map(({ transactions: [{ extra_json, amount }] }) => [
            Number(extra_json.imported.id),
            amount,
          ])
          assert.deepEqual(
            seen.sort(([a], [b]) => a! - b!),
            wanted.map(id => [id, id * 100 + 50]),
          )
          const total = (await app.as(treasurer).get('/contacts')).body.total
          assert.equal(total, 2 + new Set(wanted.map(id => id % 3)).size)
          for (const label of new Set(labels)) {
            await undoImport(mortal(treasurer, last), label).catch(() => {})
            await undoImport(mortal(treasurer), label).catch(error => assert.match(error.message, /no payment of/))
          }
          assert.deepEqual(await bundlesOf(treasurer), [])
          assert.deepEqual(await verificationFindings(app, treasurer.space), [])
        },
      ),
      { numRuns: thorough ? 25 : 2 },
    )
  })
})
