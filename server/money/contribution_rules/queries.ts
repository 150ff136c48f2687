import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import { countryNamed } from '../../contacts/core/countries.ts'
import { isInScope, visibleScope } from '../../contacts/core/restriction.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { instantIn } from '../../time_zone.ts'
import type { Contributions } from '../core/contributions/check.ts'
import { campaignKey, namedRules, noRules, type StoredRules, withPreset } from '../core/contributions/rules.ts'
import { currencyOf, lockSettings } from '../core/settings.ts'
import { answerOf } from './answer.ts'
import type { CheckedPayment, ContributionCheck, ContributionRules, ContributionRulesChange } from './schema.ts'

interface Writer {
  caller: Caller
  request_id: string
}

export const readRules = async (sql: Sql, caller: Caller): Promise<ContributionRules> =>
  namedRules(await storedRules(sql, caller))

/** The rules, locked so that they can be changed. */
export async function lockRules(sql: Sql, caller: Caller): Promise<ContributionRules> {
  await lockSettings(sql, caller.group_id)
  return readRules(sql, caller)
}

export async function changeRules(sql: Sql, writer: Writer, changes: ContributionRulesChange) {
  const { caller } = writer
  const { preset: before_preset, ...before } = await lockRules(sql, caller)
  const { preset, ...fields } = changes
  const after: StoredRules = { ...withPreset(before, preset), ...checkedFields(fields) }
  const differing = Object.keys(after).filter(name => !isSame(before, after, name as keyof StoredRules))
  if (differing.length === 0) return { preset: before_preset, ...before }
  const isUnset = JSON.stringify(after) === JSON.stringify(noRules(await currencyOf(sql, caller.group_id)))
  await sql`
    update transaction_settings set contribution_rules = ${isUnset ? null : JSON.stringify(after)}::text::json, updated_at = now()
    where group_id = ${caller.group_id}`
  await recordAudit(sql, {
    ...writer,
    kind: 'contribution_rules.changed',
    subject: 'transaction_settings',
    subject_id: caller.group_id,
    details: { changed: changedValues(before, after, differing) },
  })
  return namedRules(after)
}

const changedValues = (before: StoredRules, after: StoredRules, names: string[]) =>
  Object.fromEntries(
    names.map(name => [name, { from: before[name as keyof StoredRules], to: after[name as keyof StoredRules] }]),
  )

const isSame = (one: StoredRules, other: StoredRules, name: keyof StoredRules) =>
  JSON.stringify(one[name]) === JSON.stringify(other[name])

/** Countries as their codes, the currency in upper case, tags without blanks around them. */
function checkedFields({ countries, currency, ...fields }: Partial<StoredRules>): Partial<StoredRules> {
  const codes = countries?.map((text, index) => {
    const code = countryNamed(text)
    if (code === undefined) throw invalid(`body.data.countries.${index}`, 'is not the code of a country', text)
    return code
  })
  checkCodes(Object.keys(fields.campaign_caps ?? {}))
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined)
  const trimmed = defined.map(([name, value]) => [
    name,
    name.endsWith('_tag') && typeof value === 'string' ? value.trim() : value,
  ])
  return {
    ...Object.fromEntries(trimmed),
    ...(currency !== undefined && { currency: currency.toUpperCase() }),
    ...(codes && { countries: [...new Set(codes)] }),
  }
}

const code_max = 500

/** The codes of caps are those that payments can have, each once in any case. */
function checkCodes(codes: string[]) {
  const location = 'body.data.campaign_caps'
  const wrong = codes.find(code => code.length > code_max || /\p{Cc}/u.test(code))
  if (wrong !== undefined)
    throw invalid(location, msg`must have codes of one line and at most ${code_max} characters`, wrong.slice(0, 100))
  const byKey = Map.groupBy(codes, campaignKey)
  const twice = [...byKey.values()].find(spellings => spellings.length > 1)
  if (twice) throw invalid(location, msg`has one campaign twice, as ${twice.join(' and ')}`, twice)
}

async function storedRules(sql: Sql, { group_id }: Caller): Promise<StoredRules> {
  const [row] = await sql<{ contribution_rules: StoredRules | null }[]>`
    select contribution_rules from transaction_settings where group_id = ${group_id}`
  return row?.contribution_rules ?? noRules(await currencyOf(sql, group_id))
}

/** Whether a payment would keep the rules, and what is left for its payer. */
export async function checkPayment(sql: Sql, caller: Caller, sent: CheckedPayment): Promise<ContributionCheck> {
  const { group_id } = caller
  const rules = await storedRules(sql, caller)
  const [contact] = await sql`
    select from contacts c
    where c.group_id = ${group_id} and c.id = ${sent.contact_id} and c.deleted_at is null and ${isInScope(sql, visibleScope(caller))}`
  if (!contact) throw notFound('contact')
  const time_zone = await timeZoneOf(sql, group_id)
  const now = await databaseTime(sql)
  const date = sent.date === undefined ? now : instantIn(time_zone, sent.date)
  const [row] = await sql<[{ contributions: string | null }]>`
    select sum_contributions(${group_id}, ${caller.id}, ${[sent.contact_id]}, 0, ${date}, ${date}, ${[sent.code_campaign]}) as contributions`
  const contributions: Contributions =
    row.contributions === null ? { facts: null, years: null, campaigns: null } : JSON.parse(row.contributions)
  const context = { rules, contributions, time_zone, statuses: new Map() }
  return answerOf({ ...sent, date, currency: await currencyOf(sql, group_id) }, context)
}
