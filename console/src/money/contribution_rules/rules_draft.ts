import type { ContributionRules, RulesChange } from './data.ts'

export const presets = ['none', 'fr_party', 'fr_campaign', 'custom'] as const
export const tags = ['legal_person_tag', 'elected_tag', 'exempt_tag'] as const
export const limits = ['yearly_cap', 'campaign_cap', 'cash_limit'] as const

/** An amount that was typed: null if the field is empty, undefined if it is not an amount. */
export type TypedLimit = number | null | undefined

export interface CampaignCap {
  key: number
  code: string
  amount: TypedLimit
}

/** The rules as the form has them. */
export interface RulesDraft
  extends Pick<ContributionRules, 'preset' | 'cash_kinds' | 'legal_persons' | 'exempt_elected_dues' | 'currency'>,
    Record<(typeof limits)[number], TypedLimit>,
    Record<(typeof tags)[number], string> {
  /** Codes, with commas between them. */
  countries: string
  campaign_caps: CampaignCap[]
}

export const draftOf = (rules: ContributionRules): RulesDraft => ({
  ...rules,
  legal_person_tag: rules.legal_person_tag ?? '',
  elected_tag: rules.elected_tag ?? '',
  exempt_tag: rules.exempt_tag ?? '',
  countries: rules.countries.join(', '),
  campaign_caps: Object.entries(rules.campaign_caps).map(([code, amount], key) => ({ key, code, amount })),
})

/** Whether every amount was understood, and every cap of a campaign has one. */
export const isComplete = (draft: RulesDraft) =>
  draft.preset !== 'custom' ||
  (limits.every(name => draft[name] !== undefined) &&
    draft.campaign_caps.every(({ code, amount }) => code.trim() !== '' && typeof amount === 'number'))

/** What is sent: the preset, or the own limits that changed, and the tags that changed. */
export function changeOf(draft: RulesDraft, before: ContributionRules): RulesChange {
  const { preset, cash_kinds } = draft
  const own = {
    cash_kinds,
    ...Object.fromEntries(tags.map(name => [name, draft[name].trim() || null])),
    ...(preset === 'custom' && ownLimits(draft)),
  }
  const changed = Object.entries(own).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof ContributionRules]),
  )
  return { ...(preset !== 'custom' && preset !== before.preset && { preset }), ...Object.fromEntries(changed) }
}

const ownLimits = (draft: RulesDraft) => ({
  yearly_cap: draft.yearly_cap ?? null,
  campaign_cap: draft.campaign_cap ?? null,
  cash_limit: draft.cash_limit ?? null,
  campaign_caps: Object.fromEntries(draft.campaign_caps.map(({ code, amount }) => [code.trim(), amount ?? 0])),
  countries: draft.countries
    .split(/[,;\n]/)
    .map(code => code.trim())
    .filter(Boolean),
  legal_persons: draft.legal_persons,
  exempt_elected_dues: draft.exempt_elected_dues,
})
