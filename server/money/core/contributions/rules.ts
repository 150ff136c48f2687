import type { ContributionRules } from '../../contribution_rules/schema.ts'

/** The rules as they are stored: without the name of their preset, which follows from them. */
export type StoredRules = Omit<ContributionRules, 'preset'>

type Preset = ContributionRules['preset']

/** What a preset sets. Tags and the methods that are cash belong to the space and stay. */
type Limits = Omit<StoredRules, 'legal_person_tag' | 'elected_tag' | 'exempt_tag' | 'cash_kinds' | 'currency'>

const none: Limits = {
  yearly_cap: null,
  campaign_cap: null,
  campaign_caps: {},
  cash_limit: null,
  countries: [],
  legal_persons: true,
  exempt_elected_dues: false,
}

// France with the territories that have a code of their own.
const france = ['FR', 'BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT']
const french = { ...none, cash_limit: 150_00, countries: france, legal_persons: false }

const presets: Record<Exclude<Preset, 'custom'>, Limits & { currency?: string }> = {
  none,
  // Law 88-227, articles 11-4 and 11-5.
  fr_party: { ...french, yearly_cap: 7_500_00, exempt_elected_dues: true, currency: 'EUR' },
  // Electoral code, article L52-8.
  fr_campaign: { ...french, campaign_cap: 4_600_00, currency: 'EUR' },
}

/** The rules of a space that has none. */
export const noRules = (currency: string): StoredRules => ({
  ...none,
  currency: currency.toUpperCase(),
  cash_kinds: ['cash'],
  legal_person_tag: null,
  elected_tag: null,
  exempt_tag: null,
})

export const withPreset = (rules: StoredRules, preset: Preset | undefined): StoredRules =>
  preset === undefined || preset === 'custom' ? rules : { ...rules, ...presets[preset] }

/** The rules with the name of the preset that has the same limits. */
export function namedRules(rules: StoredRules): ContributionRules {
  const found = Object.entries(presets).find(([, limits]) =>
    Object.entries(limits).every(
      ([name, value]) => JSON.stringify(rules[name as keyof StoredRules]) === JSON.stringify(value),
    ),
  )
  return { preset: (found?.[0] as Preset | undefined) ?? 'custom', ...rules }
}

/** Whether any rule can refuse a payment. */
export const isActive = (rules: StoredRules) => namedRules({ ...rules, exempt_elected_dues: false }).preset !== 'none'

/** The cap of a campaign; null if it has none. */
export function campaignCapOf({ campaign_cap, campaign_caps }: StoredRules, code: string): number | null {
  const own = Object.entries(campaign_caps).find(([name]) => campaignKey(name) === campaignKey(code))
  return own?.[1] ?? campaign_cap
}

/** Campaigns are told apart regardless of case. */
export const campaignKey = (code: string) => code.toLowerCase()
