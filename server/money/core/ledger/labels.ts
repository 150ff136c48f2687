import { accountLabel, type LedgerRules } from './accounts.ts'
import type { EntryKind, Journal } from './postings.ts'
import { wordsOf } from './presets.ts'

/** The texts of an entry that are frozen when it is validated. */
export interface EntryLabels {
  journal_code: string
  journal_label: string
  label: string
  debit_label: string
  credit_label: string
}

interface LabelledEntry {
  journal: Journal
  kind: EntryKind
  item_id: number
  reversed: boolean
  debit_account: string
  credit_account: string
}

export function labelsOf(rules: LedgerRules, entry: LabelledEntry): EntryLabels {
  const { journals, kinds, reversed } = wordsOf(rules.preset)
  const { code, label } = journals[entry.journal]
  return {
    journal_code: code,
    journal_label: label,
    label: `${entry.reversed ? reversed : ''}${kinds[entry.kind]}${entry.item_id}`,
    debit_label: accountLabel(rules, entry.debit_account),
    credit_label: accountLabel(rules, entry.credit_account),
  }
}

/** The name of the document that an entry is of. It depends on no setting, because it is not frozen. */
export function pieceOf({ bundle_id, kind, item_id }: Pick<LabelledEntry, 'kind' | 'item_id'> & { bundle_id: number }) {
  if (bundle_id === opening_bundle_id) return `${kind === 'result' ? 'RES' : 'OUV'}/${item_id}`
  return bundle_id < opening_bundle_id ? `R${-bundle_id}` : `B${bundle_id}`
}

/** Opening balances and what is carried forward belong to no bundle. */
export const opening_bundle_id = 0

/** What stands for the bundle in the entries of a bank line. */
export const bundleIdOfLine = (line_id: number) => -line_id

/** The bank line of an entry; null if it is of a bundle or an opening balance. */
export const lineIdOf = (bundle_id: number) => (bundle_id < opening_bundle_id ? -bundle_id : null)
