import type { Database } from '../../db/pool/options.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound, overloaded } from '../../errors.ts'
import { checkUnchanged, etagOf } from '../../http/etag.ts'
import { HttpResponse, type KeyedRequest, replayOf, stillRunning } from '../../http/idempotency.ts'
import { document as documentFormat } from '../../http/response_format.ts'
import { recordJson } from '../../json.ts'
import { msg } from '../../messages/message.ts'
import type { Bundle } from '../core/document.ts'
import type { ItemChange } from '../core/history.ts'
import { giveMembershipNumbers } from '../core/numbering.ts'
import { withHiddenNames } from '../core/restricted_names.ts'
import { itemsIn } from '../core/rows.ts'
import type { BundleWriter } from '../core/write.ts'
import type { PaymentFinding } from '../payment_warnings/schema.ts'
import { checkBatches, recountedItems } from './batch_queries.ts'
import { type BundleChange, changedBundle, newBundle, removalChanges } from './bundle.ts'
import type { CheckedDocument } from './draft_checks.ts'
import type { ReferencedContact } from './items.ts'
import { findBundleOf, type LookedUp, lockTarget, lookUp, type WriteTarget } from './look_up_queries.ts'
import { checkMatched, isRefusedIfMatched } from './matched_queries.ts'
import { type Draft, planWrite } from './planned_write.ts'
import { type RecordOutcome, record } from './record_queries.ts'
import type { SentReversal } from './reversals.ts'
import { type NewBundle, type SentBundle, TransactionBundle } from './schema.ts'

/** How a write reaches the database and its caller. */
interface WriteAccess<Value> {
  keyed: KeyedRequest | undefined
  if_match?: string | undefined
  respond: (value: Value) => HttpResponse
}

type DirectWrite<Value> = WriteAccess<Value> & { db: Database }

interface Write<Value> {
  writer: BundleWriter
  target: WriteTarget
  origin?: string | undefined
  draft: (found: LookedUp) => Draft
  /** The value of the response, for the document as the caller may see it, with what checks found. */
  answer: (document: string, warnings: PaymentFinding[]) => Value
}

// Where many requests change one bundle, waiting for the lock is faster than trying again.
const unlocked_attempts = 2
const locked_attempts = 3

export const createBundle = (access: DirectWrite<CheckedDocument>, writer: BundleWriter, sent: NewBundle) =>
  write(access, creation(writer, sent, access.keyed))

export const changeBundle = (
  access: DirectWrite<CheckedDocument>,
  writer: BundleWriter,
  id: number,
  sent: SentBundle,
) => write(access, change(writer, id, sent, access.keyed))

export const deleteBundle = <Value>(access: DirectWrite<Value>, writer: BundleWriter, id: number, value: Value) =>
  write(access, removal(writer, id, value, access.keyed))

/** The same in an open transaction. Returns the document. */
export const createBundleIn = async (sql: Sql, writer: BundleWriter, sent: NewBundle) =>
  String((await writeLocked(sql, unchecked, creation(writer, sent, undefined))).body)

export const changeBundleIn = async (sql: Sql, writer: BundleWriter, id: number, sent: SentBundle) =>
  String((await writeLocked(sql, unchecked, change(writer, id, sent, undefined))).body)

/** The same with reversals of its transactions. */
export const changePaymentIn = async (sql: Sql, writer: BundleWriter, id: number, sent: BundleChange) =>
  String((await writeLocked(sql, unchecked, change(writer, id, sent, undefined))).body)

export const deleteBundleIn = async (sql: Sql, writer: BundleWriter, id: number) => {
  await writeLocked(sql, unkeyed, removal(writer, id, '', undefined))
}

/** Records a refund or return of a transaction in an open transaction of the database, or cancels one. Returns the reversal as JSON. */
export async function reverseTransactionIn(sql: Sql, writer: BundleWriter, sent: SentReversal) {
  const id = await findBundleOf(sql, writer.caller, sent.transaction_id)
  return String((await writeLocked(sql, unkeyed, reversal(writer, id, sent))).body)
}

const unkeyed: WriteAccess<string> = {
  keyed: undefined,
  respond: body => new HttpResponse(200, body),
}

const unchecked: WriteAccess<CheckedDocument> = {
  keyed: undefined,
  respond: ({ document }) => new HttpResponse(200, document),
}

const creation = (writer: BundleWriter, sent: NewBundle, keyed: KeyedRequest | undefined): Write<CheckedDocument> => ({
  writer,
  target: { caller: writer.caller, keyed, sent },
  origin: sent.origin,
  draft: found => {
    const { group_id } = writer.caller
    const at = writer.at ?? found.now
    const { bundle, changes } = newBundle(sent, { id: found.bundle ?? 0, group_id, now: at, ids: found.ids }, found)
    return { event: 'transaction_bundle.created', at, changes, before: null, after: bundle, count_change: 1 }
  },
  answer: (document, warnings) => ({ document, warnings }),
})

const change = (
  writer: BundleWriter,
  id: number,
  sent: BundleChange,
  keyed: KeyedRequest | undefined,
): Write<CheckedDocument> => ({
  writer,
  target: { caller: writer.caller, keyed, id, sent },
  draft: found => {
    const before = storedBundle(found, writer)
    if (sent.id !== undefined && sent.id !== id)
      throw invalid('body.data.id', msg`must be ${id}, the bundle in the address`, sent.id)
    return changeDraft(writer, found, before, sent)
  },
  answer: (document, warnings) => ({ document, warnings }),
})

const reversal = (writer: BundleWriter, id: number, sent: SentReversal): Write<string> => {
  const changes: BundleChange = { reversals: [sent] }
  return {
    writer,
    target: { caller: writer.caller, keyed: undefined, id, sent: changes },
    draft: found => changeDraft(writer, found, storedBundle(found, writer), changes),
    answer: document => recordJson(itemsIn(document).reversals.at(-1) ?? {}),
  }
}

function changeDraft(writer: BundleWriter, found: LookedUp, before: Bundle, sent: BundleChange): Draft {
  const at = writer.at ?? found.now
  const { bundle, changes } = changedBundle(before, sent, { now: at, ids: found.ids }, found)
  return { event: 'transaction_bundle.updated', at, changes, before, after: bundle, count_change: 0 }
}

const removal = <Value>(
  writer: BundleWriter,
  id: number,
  value: Value,
  keyed: KeyedRequest | undefined,
): Write<Value> => ({
  writer,
  target: { caller: writer.caller, keyed, id, sent: {} },
  draft: found => {
    const before = storedBundle(found, writer)
    const at = writer.at ?? found.now
    const changes = removalChanges(before, found, at)
    return { event: 'transaction_bundle.deleted', at, changes, before, after: null, count_change: -1 }
  },
  answer: () => value,
})

function storedBundle(found: LookedUp, { caller: { group_id } }: BundleWriter): Bundle {
  const { bundle: id, document, created_at: CreatedAt, updated_at: UpdatedAt } = found
  if (id === null || document === null || CreatedAt === null || UpdatedAt === null) throw notFound('transaction bundle')
  return { id, CreatedAt, UpdatedAt, group_id, ...itemsIn(document) }
}

/**
 * Looks up what a write refers to, and records it in a second call, which compares. If something has changed in between, it is tried again, and
 * then in a transaction that takes the locks first. A write that gives membership numbers or changes an amount begins with the locks.
 */
async function write<Value>(access: DirectWrite<Value>, one: Write<Value>): Promise<HttpResponse> {
  const { db, keyed } = access
  for (let attempt = 1; attempt <= unlocked_attempts; attempt++) {
    const found = await db.call(sql => lookUp(sql, one.target))
    if (keyed && found.stored) return replayOf(keyed, found.stored)
    const draft = checkedDraft(one, found, access.if_match)
    if (needsLocks(draft, found)) break
    const { planned, value } = plan(one, found, draft, found.contacts)
    const response = access.respond(value)
    const outcome = await db.writeCall(async sql =>
      checkedOutcome(await record(sql, one.writer, found, planned, keyed && { keyed, response }), one),
    )
    if (outcome === 'changed') continue
    db.notifyLocal('events')
    return response
  }
  for (let attempt = 1; attempt <= locked_attempts; attempt++) {
    try {
      const response = await db.transaction(sql => writeLocked(sql, access, one))
      db.notifyLocal('events')
      return response
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
    }
  }
  throw overloaded()
}

/** Rolls the transaction back, to try it again. */
class ChangedMeanwhile extends Error {}

/** Takes the locks, then looks up and records. Membership numbers are given here, because their counter must be locked. */
async function writeLocked<Value>(
  sql: Sql,
  { keyed, if_match, respond }: WriteAccess<Value>,
  one: Write<Value>,
): Promise<HttpResponse> {
  const { group_id } = one.writer.caller
  await lockTarget(sql, one.target)
  const found = await lookUp(sql, one.target)
  if (keyed && found.stored) return replayOf(keyed, found.stored)
  const draft = checkedDraft(one, found, if_match)
  await checkBatches(sql, group_id, draft.changes)
  await checkMatched(sql, group_id, draft.changes, found.statuses)
  const members = newMembers(draft.changes)
  const { numbered, writes } = await giveMembershipNumbers(sql, group_id, members, found.contacts, draft.at)
  const { planned, value } = plan(one, found, draft, numbered)
  const response = respond(value)
  const recording = record(sql, one.writer, found, planned, keyed && { keyed, response })
  const [recorded, ...written] = await Promise.allSettled([recording, ...writes])
  // If it fails, the statements after it only report that the transaction has failed.
  if (recorded.status === 'rejected') throw recorded.reason
  for (const result of written) if (result.status === 'rejected') throw result.reason
  if (checkedOutcome(recorded.value, one) === 'changed') throw new ChangedMeanwhile()
  return response
}

/** Throws for a write that is refused, so that a transaction around it is rolled back: after a unique violation it cannot be committed. */
function checkedOutcome(outcome: RecordOutcome, { origin }: Write<unknown>): RecordOutcome {
  if (outcome === 'repeated') throw stillRunning()
  if (outcome === 'exists')
    throw new ApiError(
      'conflict',
      msg`A bundle with the origin ${origin} already exists. To record it again, delete that one first; ?origin= of the list finds it.`,
    )
  return outcome
}

const bundleFormat = documentFormat(TransactionBundle)

function checkedDraft(one: Write<unknown>, found: LookedUp, if_match: string | undefined): Draft {
  if (if_match !== undefined && one.target.id !== undefined) {
    if (found.document === null) throw notFound('transaction bundle')
    checkUnchanged(if_match, etagOf(bundleFormat.write(visibleDocument(found.document, found))))
  }
  return one.draft(found)
}

const visibleDocument = (document: string, { contacts, sees_restricted }: LookedUp) =>
  sees_restricted
    ? document
    : withHiddenNames(
        document,
        [...contacts.values()].flatMap(({ id, restricted, deleted }) => (restricted && !deleted ? [id] : [])),
      )

/** The write and the value of its response. Without changes the stored document is the response. */
function plan<Value>(one: Write<Value>, found: LookedUp, draft: Draft, contacts: Map<number, ReferencedContact>) {
  const { planned, findings } = planWrite(one, found, draft, contacts)
  return { planned, value: one.answer(visibleDocument(planned.document ?? found.document ?? '', found), findings) }
}

const needsLocks = ({ changes, count_change }: Draft, { contacts, statuses }: LookedUp) =>
  count_change === -1 ||
  recountedItems(changes).length > 0 ||
  isRefusedIfMatched(changes, statuses) ||
  newMembers(changes).some(id => contacts.get(id)?.membership_number === 0)

// Contacts who get a membership, a new one or one from another contact.
const newMembers = (changes: ItemChange[]) =>
  changes
    .filter(({ kind, old, new: now }) => kind === 'membership' && now && old?.contact_id !== now.contact_id)
    .flatMap(({ new: item }) => item?.contact_id ?? [])
