import type { MembershipPrice } from '../../sdk/operations.ts'
import { normalizeWords } from '../../server/contacts/imports/headers.ts'
import { dateOf, endOf } from './cells.ts'
import type { Catalogue, PaidMembership, ReadOptions, RowReader } from './payment.ts'
import { RowError } from './reasons.ts'
import { kindOf } from './synonyms.ts'

interface PaidAmount {
  amount: number
  currency: string
}

/** The membership that a row pays. Undefined: it is a gift. */
export function readMembership(
  reader: RowReader,
  options: ReadOptions,
  { prices, time_zone }: Catalogue,
  paid: PaidAmount,
): PaidMembership | undefined {
  const { text, read } = reader
  const kind = text('kind') === '' ? undefined : read('kind', kindOf)
  const name = text('membership')
  if (name === '' && text('payer_memberships') !== '') {
    const price = priceOfPayer(text('payer_memberships'), options, prices, paid, kind)
    return price && { price_id: price.id }
  }
  if (kind ? kind === 'donation' : name === '') return undefined
  const wanted = name || options.membership
  if (!wanted) throw new RowError('no_membership')
  const start = read('start', cell => (cell === '' ? undefined : dateOf(cell, options.dates, time_zone)))
  const end = read('end', cell => (cell === '' ? undefined : endOf(cell, options.dates, time_zone)))
  const price = priceNamed(wanted, prices)
  if (!price) throw new RowError('unknown_membership', { name: wanted, known: namesOf(prices) })
  return { price_id: price.id, ...(start && { start }), ...(end && { end }) }
}

/**
 * The membership that was paid, among those of the payer: the one with this price. A gift of another amount by a member stays a gift. Without a
 * kind, or as a membership, the only one of the payer is the one that was paid.
 */
function priceOfPayer(
  cell: string,
  { words }: ReadOptions,
  prices: MembershipPrice[],
  { amount, currency }: PaidAmount,
  kind: 'membership' | 'donation' | undefined,
) {
  const meant = (name: string) => words.get(normalizeWords(name)) || name
  const whole = priceNamed(meant(cell), prices)
  const names = whole ? [cell] : cell.split(/[,;|]/).flatMap(part => part.trim() || [])
  const known = names.flatMap(name => priceNamed(meant(name), prices) ?? [])
  const [first] = known
  if (!first) throw new RowError('unknown_memberships', { name: names.join(', '), known: namesOf(prices) })
  const paid = known.find(price => price.amount === amount && price.currency.toUpperCase() === currency)
  if (paid || kind === 'donation') return paid
  if (names.length > 1) throw new RowError('several_memberships', { names: names.join(', ') })
  return first
}

function priceNamed(wanted: string, prices: MembershipPrice[]) {
  const [price, other] = prices.filter(({ name }) => normalizeWords(name) === normalizeWords(wanted))
  if (other) throw new RowError('several_prices', { name: wanted })
  return price
}

const namesOf = (prices: MembershipPrice[]) =>
  [...new Set(prices.map(({ name }) => name))].sort().join(', ') || { en: 'none', fr: 'aucune' }
