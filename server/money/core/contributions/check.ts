import { ApiError, type Fault } from '../../../errors.ts'
import { msg, type Text } from '../../../messages/message.ts'
import type { ContributionCap, RefusalReason } from '../../contribution_rules/schema.ts'
import { inWholeUnits } from '../amounts.ts'
import { type CountedItems, type CountingContext, type PayerSums, paymentsIn } from './counted.ts'
import { type PayerFacts, personRefusals } from './person.ts'
import { campaignCapOf, campaignKey, isActive, type StoredRules } from './rules.ts'

/** What payers have paid in other bundles, and what is known of them, as sum_contributions returns it. */
export interface Contributions {
  facts: PayerFacts[] | null
  years: { contact_id: number; year: number; amount: number }[] | null
  campaigns: { contact_id: number; code: string; amount: number }[] | null
}

export interface ContributionContext {
  rules: StoredRules
  contributions: Contributions
  time_zone: string
  statuses: Map<number, { kind: string }>
}

/** A broken rule, with the payer. */
type Breach = Reason & { contact_id: number }

type Reason = Omit<RefusalReason, 'message'> & { message: Text }

/**
 * Throws if a write breaks a rule of the space: one that raises what a person pays. Returns whether it depends on what the payers have paid in
 * other bundles.
 */
export function checkContributions(
  before: CountedItems,
  after: CountedItems,
  context: ContributionContext,
  locate: (contact_id: number) => Pick<Fault, 'location' | 'value'>,
): boolean {
  if (!isActive(context.rules)) return false
  const counting = countingOf(context)
  const [olds, sums] = [paymentsIn(before, counting), paymentsIn(after, counting)]
  const payers = [...sums].map(([contact_id, now]) => ({ contact_id, now, old: olds.get(contact_id) ?? nothing }))
  const breaches = payers.flatMap(({ contact_id, now, old }) => breachesOf(contact_id, old, now, context))
  const [first] = breaches
  if (first)
    throw new ApiError('contribution_refused', sentence(first), {
      faults: breaches.slice(0, 20).map(breach => ({ ...locate(breach.contact_id), message: sentence(breach) })),
    })
  return payers.some(({ now, old }) => capsOf(context, 0, old, now).length > 0)
}

const sentence = ({ rule, message }: Breach) => msg`Contribution rule ${rule}: ${message}.`

export const nothing: PayerSums = { paid: new Map(), cash: 0, years: new Map(), campaigns: new Map() }

export const countingOf = ({ rules, time_zone, statuses, contributions }: ContributionContext): CountingContext => {
  const elected = new Set(contributions.facts?.flatMap(({ id, elected }) => (elected ? [id] : [])))
  return { rules, time_zone, statuses, isDuesExempt: id => rules.exempt_elected_dues && elected.has(id) }
}

export const factsOf = ({ contributions }: ContributionContext, contact_id: number): PayerFacts =>
  contributions.facts?.find(({ id }) => id === contact_id) ?? {
    id: contact_id,
    nationality: '',
    country: '',
    legal_person: null,
    elected: null,
    exempt: null,
  }

/** The rules that a change from the old to the new sums of a payer breaks. */
export function breachesOf(contact_id: number, old: PayerSums, now: PayerSums, context: ContributionContext): Breach[] {
  const facts = factsOf(context, contact_id)
  if (facts.exempt) return []
  const { rules } = context
  const isRaised = [...now.paid].some(([currency, amount]) => amount > (old.paid.get(currency) ?? 0))
  const person = isRaised ? personRefusals(rules, facts) : []
  const caps = capsOf(context, contact_id, old, now).filter(({ added, left }) => added > left)
  const { cash_limit } = rules
  const isTooMuchCash = cash_limit !== null && now.cash > cash_limit && now.cash > old.cash
  return [
    ...person.map(reason => ({ ...unlimited, ...reason, contact_id })),
    ...(isTooMuchCash ? [{ ...cashReason(rules, cash_limit), contact_id }] : []),
    ...caps.map(cap => ({ ...capReason(rules, contact_id, cap), contact_id })),
  ]
}

const unlimited = { limit: null, left: null, year: null, code_campaign: null }

function cashReason(rules: StoredRules, limit: number): Reason {
  const message = msg`a person may pay at most ${shown(rules, limit)} in cash at once.
    Ask for the payment by cheque, transfer, direct debit or card`
  return { ...unlimited, rule: 'cash_limit', limit, left: limit, message }
}

function capReason(rules: StoredRules, contact_id: number, cap: RaisedCap): Reason {
  const { rule, limit, left, year, code_campaign, had } = cap
  const what =
    year !== null
      ? msg`in ${year}, gifts and dues together`
      : code_campaign
        ? msg`for the campaign ${code_campaign}`
        : msg`without a campaign code`
  const message = msg`a person may pay at most ${shown(rules, limit)} ${what}. ${roomOf(rules, left, had)} for contact ${contact_id}.
    ${remedyOf(left, had)} or cancel an earlier payment${year === null ? '' : msg` of ${year}`}, or return the money`
  return { rule, limit, left, year, code_campaign, message }
}

function roomOf(rules: StoredRules, left: number, had: number) {
  if (left === 0) return msg`Nothing is left`
  return had > 0 ? msg`${shown(rules, left)} can be added` : msg`${shown(rules, left)} are left`
}

function remedyOf(left: number, had: number) {
  if (left === 0) return msg`Refund`
  return had > 0 ? msg`Add at most that, refund` : msg`Record at most that, refund`
}

const shown = ({ currency }: StoredRules, amount: number) => `${inWholeUnits(amount, currency, '.')} ${currency}`

/** A cap with what a change adds to it, and what the bundle had before. */
export type RaisedCap = ContributionCap & { added: number; had: number }

/** The caps of a payer that a change adds to. What the bundle had before is part of what is counted. */
export function capsOf(context: ContributionContext, contact_id: number, old: PayerSums, now: PayerSums): RaisedCap[] {
  const { rules, contributions } = context
  const years = [...now.years].map(([year, amount]) => {
    const others = contributions.years?.find(sum => sum.contact_id === contact_id && sum.year === year)?.amount ?? 0
    const before = old.years.get(year) ?? 0
    const own = { rule: 'yearly_cap' as const, year, code_campaign: null }
    return raisedCap(own, rules.yearly_cap, others, before, amount)
  })
  const campaigns = [...now.campaigns].map(([key, { code, amount }]) => {
    const others =
      contributions.campaigns?.find(sum => sum.contact_id === contact_id && campaignKey(sum.code) === key)?.amount ?? 0
    const before = old.campaigns.get(key)?.amount ?? 0
    const own = { rule: 'campaign_cap' as const, year: null, code_campaign: code }
    return raisedCap(own, campaignCapOf(rules, code), others, before, amount)
  })
  return [...years, ...campaigns].flatMap(cap => (cap && cap.added > 0 ? [cap] : []))
}

function raisedCap(
  own: Pick<ContributionCap, 'rule' | 'year' | 'code_campaign'>,
  limit: number | null,
  others: number,
  had: number,
  amount: number,
): RaisedCap | undefined {
  const counted = others + had
  return limit === null
    ? undefined
    : { ...own, limit, counted, left: Math.max(limit - counted, 0), added: amount - had, had }
}
