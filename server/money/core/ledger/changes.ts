import { dayAfter, isOpenDay } from './accounts.ts'
import { exchanged, type Posting } from './postings.ts'

/** An entry to write. Without `validated` it is provisional. */
export interface LedgerEntry extends Posting {
  position: number
  /** Whether it takes back what a validated entry has, with debit and credit exchanged. */
  reversed: boolean
  /** The day on which it is booked. */
  date: string
}

export interface BookedEntry extends LedgerEntry {
  validated: boolean
}

/** The days that decide where a late event is booked. */
export interface LedgerDays {
  today: string
  validated_until: string | null
}

/**
 * The provisional entries of a bundle after a change, all of them; null if they stay as they are. An event without validated entries is posted as it is
 * now. For a validated one that changed, the difference is booked on an open day. One that did not change stays, whatever the accounts are today.
 */
export function ledgerChange(
  { before, after }: { before: Posting[]; after: Posting[] },
  booked: BookedEntry[],
  days: LedgerDays,
): LedgerEntry[] | null {
  const [olds, news, stored] = [byEvent(before), byEvent(after), byEvent(booked)]
  const events = new Set([...news.keys(), ...stored.keys()])
  const first_position = Math.max(0, ...booked.filter(isValidated).map(({ position }) => position)) + 1
  const entries = [...events]
    .flatMap(event => eventEntries(olds.get(event) ?? [], news.get(event) ?? [], stored.get(event) ?? [], days))
    .map((entry, index) => ({ ...entry, position: first_position + index }))
  const provisional = booked.filter(entry => !entry.validated).sort((a, b) => a.position - b.position)
  return JSON.stringify(entries.map(comparable)) === JSON.stringify(provisional.map(comparable)) ? null : entries
}

const isValidated = ({ validated }: BookedEntry) => validated

const eventOf = ({ kind, item_id }: Posting) => `${kind} ${item_id}`

const byEvent = <Kind extends Posting>(list: Kind[]) => Map.groupBy(list, eventOf)

/** Its own fields in one order, and not its place. */
const comparable = ({ kind, item_id, amount, currency, event_date, date, reversed, ...rest }: Unplaced) => {
  const { debit_account, debit_contact_id, credit_account, credit_contact_id } = rest
  const sides = [debit_account, debit_contact_id, credit_account, credit_contact_id]
  return [kind, item_id, amount, currency, event_date, date, reversed, ...sides]
}

type Unplaced = Omit<LedgerEntry, 'position'>

function eventEntries(before: Posting[], after: Posting[], booked: BookedEntry[], days: LedgerDays): Unplaced[] {
  const provisional = booked.filter(entry => !entry.validated)
  if (provisional.length === booked.length) {
    const known = keptDay(before, after, provisional)
    return after.map(posting => ({ ...posting, reversed: false, date: bookingDay(posting, days, known) }))
  }
  if (isSame(before, after)) return provisional
  // Merged contacts and other days keep their entries. Where the accounts are others than those that were booked, all of it is taken back.
  const current = isSame(netPostings(booked).map(withoutPeople), before.map(withoutPeople))
    ? before
    : netPostings(booked)
  return corrections(netPostings([...provisional, ...asEntries(after), ...asEntries(current, true)]), days)
}

/** The day that a provisional event keeps if its own is validated. The day that it had before it was corrected is not kept. */
function keptDay([before]: Posting[], [after]: Posting[], [known]: BookedEntry[]) {
  const isCorrected = before?.event_date !== after?.event_date
  return known && isCorrected && known.date === known.event_date ? undefined : known?.date
}

/** The day on which a provisional entry is booked: its own, unless that is validated. A late one keeps the day that it was booked on first. */
function bookingDay({ event_date }: Posting, { today, validated_until }: LedgerDays, known?: string) {
  if (isOpenDay(event_date, validated_until)) return event_date
  return known !== undefined && isOpenDay(known, validated_until) ? known : openDay({ today, validated_until })
}

const openDay = ({ today, validated_until }: LedgerDays) =>
  validated_until === null || today > validated_until ? today : dayAfter(validated_until)

/** Entries for signed amounts. What would be booked and taken back on the same day is left out. */
function corrections(differences: Posting[], days: LedgerDays): Unplaced[] {
  const dated = differences.map(posting => ({
    ...posting,
    // What is taken back is booked today. The rest has its own day, if that is open.
    date: posting.amount < 0 ? openDay(days) : bookingDay(posting, days),
  }))
  const sums = new Map<string, (typeof dated)[number]>()
  for (const posting of dated) {
    const name = JSON.stringify([posting.date, ...accountsOf(posting)])
    const known = sums.get(name)
    sums.set(name, known ? { ...posting, amount: known.amount + posting.amount } : posting)
  }
  return [...sums.values()]
    .filter(({ amount }) => amount !== 0)
    .map(posting =>
      posting.amount < 0
        ? { ...exchanged(posting), amount: -posting.amount, reversed: true }
        : { ...posting, reversed: false },
    )
}

const asEntries = (postings: Posting[], reversed = false) =>
  postings.map(posting => ({ ...(reversed ? exchanged(posting) : posting), reversed }))

/** The sum of entries by account, person, currency and day of the event, as signed amounts in the direction of the event. */
export function netPostings(entries: (Posting & { reversed: boolean })[]): Posting[] {
  const sums = new Map<string, Posting>()
  for (const entry of entries) {
    const { reversed, journal, kind, item_id, event_date, currency, amount, ...rest } = entry.reversed
      ? { ...exchanged(entry), amount: -entry.amount }
      : entry
    const { debit_account, debit_contact_id, credit_account, credit_contact_id } = rest
    const sides = { debit_account, debit_contact_id, credit_account, credit_contact_id }
    const posting: Posting = { journal, kind, item_id, event_date, ...sides, amount, currency }
    const name = JSON.stringify([event_date, ...accountsOf(posting)])
    const known = sums.get(name)
    sums.set(name, known ? { ...known, amount: known.amount + amount } : posting)
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

const accountsOf = ({ debit_account, debit_contact_id, credit_account, credit_contact_id, currency }: Posting) => [
  debit_account,
  debit_contact_id,
  credit_account,
  credit_contact_id,
  currency,
]

const withoutPeople = (posting: Posting): Posting => ({
  ...posting,
  event_date: '',
  debit_contact_id: null,
  credit_contact_id: null,
})

/** Whether both lists book the same, in any order. */
function isSame(one: Posting[], other: Posting[]) {
  const texts = (list: Posting[]) =>
    netPostings(asEntries(list))
      .map(posting => JSON.stringify([posting.event_date, posting.amount, ...accountsOf(posting)]))
      .sort()
      .join()
  return texts(one) === texts(other)
}
