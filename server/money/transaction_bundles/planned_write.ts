import { invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { dayIn } from '../../time_zone.ts'
import { type Bundle, documentOf } from '../core/document.ts'
import { ledgerRules } from '../core/ledger/accounts.ts'
import { ledgerChange } from '../core/ledger/changes.ts'
import { postingsOf } from '../core/ledger/postings.ts'
import { originKey } from '../core/origins.ts'
import { type KindOf, kindsIn } from '../core/received.ts'
import { sumChanges } from '../core/sums.ts'
import { changedRows } from '../core/write.ts'
import { checkedContributions } from './contributions.ts'
import { checkDraft } from './draft_checks.ts'
import type { ReferencedContact } from './items.ts'
import type { LookedUp, WriteTarget } from './look_up_queries.ts'
import type { PlannedWrite } from './record_queries.ts'

/** A write as it follows from what was looked up, before its document is made. */
export interface Draft extends Pick<PlannedWrite, 'event' | 'at' | 'changes' | 'count_change'> {
  before: Bundle | null
  after: Bundle | null
}

interface DraftSource {
  target: WriteTarget
  origin?: string | undefined
}

/** The write with everything that is recorded for it, and what checks found. Throws if a check or a contribution rule refuses it. */
export function planWrite(
  { target, origin }: DraftSource,
  found: LookedUp,
  draft: Draft,
  contacts: Map<number, ReferencedContact>,
) {
  const { before, after, ...rest } = draft
  const contributions = checkedContributions(before, after, target.sent, found)
  const { findings, warnings } = checkDraft(draft, target.sent, found)
  const isChanged = draft.changes.length > 0
  const kindOf = kindsIn(found.statuses)
  const planned: PlannedWrite = {
    ...rest,
    document: isChanged && after ? checkedSize(documentOf(after, contacts)) : null,
    origin_key: origin === undefined ? null : originKey(origin),
    rows: isChanged ? changedRows(before, after, kindOf) : { added: [], changed: [] },
    sums: isChanged ? sumChanges(before, after, kindOf) : [],
    ledger: isChanged ? ledgerOf(draft, found, kindOf) : null,
    warnings,
    contributions,
  }
  return { planned, findings }
}

/** The provisional entries of the bundle in the ledger after this write. */
function ledgerOf({ before, after, at }: Draft, { settings, booked }: LookedUp, kindOf: KindOf) {
  const { time_zone, ledger, ledger_validated_until: validated_until } = settings
  const posting = { rules: ledgerRules(ledger), time_zone, kindOf }
  const change = { before: postingsOf(before, posting), after: postingsOf(after, posting) }
  return ledgerChange(change, booked, { today: dayIn(time_zone, at), validated_until })
}

const document_bytes_max = 1024 * 1024

/** Limits the size of a bundle, because it is always read as a whole. */
function checkedSize(document: string) {
  if (Buffer.byteLength(document) > document_bytes_max)
    throw invalid(
      'body.data',
      msg`would make the bundle larger than ${document_bytes_max} bytes; record what is new in a bundle of its own`,
      null,
    )
  return document
}
