import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { runCommand } from '../../cli/commands.ts'
import { readConfig } from '../config.ts'
import type { TestApp } from './harness.ts'
import { aContactId, aMembershipPrice, aTreasurer } from './money.ts'
import type { Person } from './people.ts'
import type { ReplyBody } from './reply_body.ts'

// Imports payments that were exported from other software.

export function paymentImports(app: TestApp) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-payments-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0
  const settings = () => readConfig({ DATABASE_URL: app.database_url })
  const muster = async (person: Person, ...args: string[]) =>
    (await runCommand(['import', ...args, '--url', app.url, '--token', person.token], settings)) ?? ''
  return {
    folder,
    /** The output of `muster import …`, run as this user. */
    muster,
    /** The error with which it fails. */
    refused: (person: Person, ...args: string[]): Promise<Error> =>
      muster(person, ...args).then(
        said => assert.fail(`it said ${said}`),
        error => error,
      ),
    aFile: (text: string | Buffer) => {
      const path = join(folder, `payments-${++files}.csv`)
      writeFileSync(path, text)
      return path
    },
    /** The bundles of the space of this person, the oldest first. */
    bundlesOf: async (person: Person): Promise<ReplyBody[]> =>
      (await app.as(person).get('/v1/transaction_bundles?limit=1000')).body.data.reverse(),
    /** A treasurer with two contacts, as the import of contacts leaves them, and a membership. */
    aSpaceToImport: async () => {
      const treasurer = await aTreasurer(app)
      const ann = await aContactId(app, treasurer, { external_id: '7', mail: 'ann@example.org' })
      const ben = await aContactId(app, treasurer, { external_id: '8', mail: 'Ben@example.org' })
      const { id: price } = await aMembershipPrice(app, treasurer, { name: 'Yearly', kind: 'calendar_year' })
      return { treasurer, ann, ben, price }
    },
  }
}

/** The name by which an import of payments can be undone. */
export const importLabelIn = (said: string) => /import undo (payments-\w+)/.exec(said)?.[1] ?? assert.fail(said)

export const civicrm_csv = `\
Contribution ID,Contact ID,Email,Total Amount,Currency,Date Received,Financial Type,Membership Type,Payment Method,Contribution Status
101,7,,"1,234.50",EUR,2026-01-31 23:10:00,Donation,,Check,Completed
102,8,,24.00,EUR,2026-02-01,Member Dues,Yearly,Credit Card,Completed
103,,BEN@example.org,30.00,USD,2026-02-02,Donation,,EFT,Pending
104,7,,10.00,EUR,2026-02-03,Member Dues,Yearly,Cash,Refunded
105,7,,11.00,EUR,2026-02-04,Member Dues,Yearly,,Failed
106,7,,12.00,EUR,2026-02-05,Donation,,,Cancelled
`
