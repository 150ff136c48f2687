import type { SentBundle } from '../../transaction_bundles/schema.ts'
import type { CheckFacts, StoredWarning } from './outcome.ts'
import { termOf } from './overlaps.ts'

/** What look_up_payment returns for the checks. What is null was not looked up. */
export interface CheckRow {
  /** With these the memberships are looked up again when the bundle is recorded. */
  checked_from: string | null
  checked_members: number[] | null
  memberships_elsewhere: string | null
  checked_references: number[] | null
  references_elsewhere: string | null
  known_campaigns: string[] | null
  warnings: StoredWarning[] | null
}

const a_day_ms = 24 * 60 * 60 * 1000
/** There is no year 0 in PostgreSQL. */
const first_moment = Date.parse('0001-01-01T00:00:00Z')

/**
 * What the checks of a write look up. A bundle that is deleted, without anything sent, gives up all its memberships and external ids.
 */
export function checkParameters({ transactions = [], memberships = [] }: SentBundle, isRemoval: boolean) {
  const touched = memberships.length > 0 || isRemoval
  const dates = [
    ...memberships.flatMap(({ start_date }) => start_date ?? []),
    ...transactions.flatMap(({ date }) => date ?? []),
  ]
  // The start of a membership is now or the date of a transaction, unless one was sent. A date without a time may be a day off, by its time zone.
  const earliest = Math.min(Date.now(), ...dates.map(date => Date.parse(date))) - a_day_ms
  const external_ids = transactions.flatMap(({ external_transaction_id }) => external_transaction_id || [])
  const references = transactions.some(({ external_transaction_id }) => external_transaction_id !== undefined)
  return {
    members_from: touched ? new Date(Math.max(earliest, first_moment)).toISOString() : null,
    member_ids: [...new Set(memberships.flatMap(({ contact_id }) => contact_id ?? []))],
    external_ids: references || isRemoval ? [...new Set(external_ids)].sort((a, b) => a - b) : null,
    campaign_codes: [...new Set(transactions.flatMap(({ code_campaign }) => code_campaign || []))],
  }
}

type Outside = [
  id: number,
  bundle_id: number,
  contact_id: number,
  start: string,
  end: string | null,
  ...first: (number | null)[],
]

/** The facts about other bundles, and the stored warnings. */
export function checkFactsOf(row: CheckRow): Pick<CheckFacts, 'campaigns' | 'memberships' | 'references' | 'stored'> {
  return {
    campaigns: new Set(row.known_campaigns),
    memberships: row.checked_from === null ? null : listIn<Outside>(row.memberships_elsewhere).map(outsideMembership),
    references:
      row.checked_references === null
        ? null
        : listIn<[number, number, number]>(row.references_elsewhere).map(
            ([external_transaction_id, id, bundle_id]) => ({
              external_transaction_id,
              id,
              bundle_id,
            }),
          ),
    stored: row.warnings ?? [],
  }
}

const listIn = <Row>(text: string | null) => JSON.parse(text ?? '[]') as Row[]

function outsideMembership([id, bundle_id, contact_id, start_date, end_date, first_id, first_bundle_id]: Outside) {
  const first = first_id && first_bundle_id ? { id: first_id, bundle_id: first_bundle_id } : null
  return { ...termOf({ id, bundle_id, contact_id, start_date, end_date }), first }
}
