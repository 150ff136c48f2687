import assert from 'node:assert/strict'
import type { Sql } from '../db/sql.ts'
import type { HistoryRow } from '../money/core/history.ts'
import { type VerificationFinding, verifyPayments } from '../money/transaction_bundles/verify.ts'
import { editHistory } from './editable_history.ts'
import type { TestApp } from './harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, bundleAt, payment } from './money.ts'

/** Books with every kind of entry, and changes to them that bypass the history. */
export async function tamperedBooks(app: TestApp) {
  const treasurer = await aTreasurer(app)
  const [contact, other] = [await aContactId(app, treasurer), await aContactId(app, treasurer)]
  const status = (await aStatus(app, treasurer)).id
  const full = {
    transactions: [payment(contact, { comment: 'é "quoted"', extra_json: { b: 12345, a: [null] } }), payment(contact)],
    memberships: [payment(contact)],
    donations: [payment(contact)],
  }
  const bundle = await aBundle(app, treasurer, full)
  await app.as(treasurer).patch(bundleAt(bundle.id), {
    transactions: [{ id: bundle.transactions[0].id, status_id: status, reimbursed_amount: 1 }],
  })
  await aBundle(app, treasurer, full)
  const deleted = await aBundle(app, treasurer, full)
  await app.as(treasurer).delete(bundleAt(deleted.id))

  /** The findings after a change with all rights, which is then rolled back. */
  async function findingsAfter(tamper: (sql: Sql) => Promise<unknown>): Promise<VerificationFinding[]> {
    const findings: VerificationFinding[] = []
    const undo = new Error('undo')
    await app.owner
      .begin(async sql => {
        await tamper(sql)
        for await (const page of verifyPayments(work => work(sql), treasurer.space)) findings.push(...page.findings)
        throw undo
      })
      .catch(error => assert.equal(error, undo))
    return findings
  }
  return {
    treasurer,
    other,
    bundle,
    deleted,
    findingsAfter,
    /** The findings after `edit` changed entries in the history of this bundle, or removed those for which it returns null. */
    findingsAfterEdit: (edit: (entry: HistoryRow) => Partial<HistoryRow> | null, id = bundle.id) =>
      findingsAfter(sql =>
        editHistory(sql, treasurer.space, entry => (entry.transaction_bundle_id === id ? edit(entry) : {})),
      ),
    /** Asserts that the findings name this bundle and no other. */
    assertFoundInBundle: (findings: VerificationFinding[], id = bundle.id) =>
      assert.deepEqual([...new Set(findings.flatMap(finding => finding.transaction_bundle_id ?? []))], [id]),
    /** Asserts a finding about the space as a whole, with these words. */
    assertFoundInSpace: (findings: VerificationFinding[], words: RegExp) =>
      assert.ok(
        findings.some(({ transaction_bundle_id, what }) => transaction_bundle_id === null && words.test(what)),
        JSON.stringify(findings),
      ),
  }
}

/** A time plus an interval. It names a time zone: Citus refuses an update that depends on the time zone of the session. */
export const shifted = (column: string, interval: string) =>
  `(${column} at time zone 'UTC' + interval '${interval}') at time zone 'UTC'`

/** A change of a time by an interval. */
export const moved = (column: string, interval: string) => `${column} = ${shifted(column, interval)}`
