import type { Caller } from '../../access/caller.ts'
import { lockName } from '../../db/advisory_lock.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { checkAccountNumber, ledgerRules } from '../core/ledger/accounts.ts'
import { ledgerState } from '../core/ledger/post.ts'
import { checkedConditions, checkedOutcome } from './checks.ts'
import type { BankRule, BankRuleChange, NewBankRule, RuleConditions, RuleOutcome } from './schema.ts'

const rules_max = 200

const columns = (sql: Sql) =>
  sql`r.id, r.created_at as "CreatedAt", r.updated_at as "UpdatedAt", r.name, r.enabled, r.conditions, r.outcome`

export async function listBankRules(sql: Sql, { group_id }: Caller, { limit, offset }: Paging) {
  const [rows, [count]] = await Promise.all([
    sql<BankRule[]>`
      select ${columns(sql)} from bank_rules r where r.group_id = ${group_id}
      order by r.position, r.id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from bank_rules where group_id = ${group_id}`,
  ])
  return { rows: [...rows], total: count.total }
}

export async function readBankRule(sql: Sql, { group_id }: Caller, id: number): Promise<BankRule> {
  const [rule] = await sql<BankRule[]>`
    select ${columns(sql)} from bank_rules r where r.group_id = ${group_id} and r.id = ${id}`
  if (!rule) throw notFound('bank rule')
  return rule
}

export async function lockBankRule(sql: Sql, caller: Caller, id: number): Promise<BankRule> {
  await sql`select from bank_rules where group_id = ${caller.group_id} and id = ${id} for update`
  return readBankRule(sql, caller, id)
}

/** Adds a rule after the others. Rules are created one after the other, so that two at once do not exceed the limit. */
export async function createBankRule(sql: Sql, caller: Caller, sent: NewBankRule): Promise<BankRule> {
  const { group_id } = caller
  const fields = await checkedFields(sql, group_id, sent)
  await lockName(sql, `bank_rules ${group_id}`)
  const [held] = await sql<[{ count: number; last: number }]>`
    select count(*) as count, coalesce(max(position), 0)::bigint as last from bank_rules where group_id = ${group_id}`
  if (held.count >= rules_max)
    throw new ApiError('conflict', msg`A space has at most ${rules_max} bank rules. Delete one first.`)
  const [made] = await sql<[{ id: number }]>`
    insert into bank_rules ${sql(rowOf({ ...fields, position: held.last + 1, group_id }))} returning id`
  return readBankRule(sql, caller, made.id)
}

export async function changeBankRule(sql: Sql, caller: Caller, id: number, sent: BankRuleChange): Promise<BankRule> {
  const { group_id } = caller
  const before = await lockBankRule(sql, caller, id)
  const changes = await checkedFields(sql, group_id, sent, before)
  if (Object.keys(changes).length > 0)
    await sql`
      update bank_rules set ${sql(rowOf(changes))}, updated_at = now() where group_id = ${group_id} and id = ${id}`
  return readBankRule(sql, caller, id)
}

export async function deleteBankRule(sql: Sql, caller: Caller, id: number): Promise<void> {
  await lockBankRule(sql, caller, id)
  await sql`delete from bank_rules where group_id = ${caller.group_id} and id = ${id}`
}

/** Checks what changes: a rule can be sent back as it was read, also when its price was deleted since. */
async function checkedFields<Sent extends BankRuleChange>(sql: Sql, group_id: number, sent: Sent, before?: BankRule) {
  const { name, enabled } = sent
  const conditions = sent.conditions && checkedConditions(sent.conditions)
  const outcome = sent.outcome && checkedOutcome(sent.outcome)
  if (conditions && conditions.bank_account_id !== before?.conditions.bank_account_id)
    await checkAccount(sql, group_id, conditions)
  if (outcome) await checkReferences(sql, group_id, outcome, before?.outcome)
  const fields = { name: name?.trim(), enabled, conditions, outcome }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

async function checkAccount(sql: Sql, group_id: number, { bank_account_id }: RuleConditions) {
  if (bank_account_id === undefined) return
  const found = await sql`select from bank_accounts where group_id = ${group_id} and id = ${bank_account_id} for share`
  if (found.length === 0)
    throw invalid('body.data.conditions.bank_account_id', 'is not a bank account of your space', bank_account_id)
}

async function checkReferences(sql: Sql, group_id: number, outcome: RuleOutcome, before?: RuleOutcome) {
  const { kind, price_id, code_campaign, account } = outcome
  if (price_id && (price_id !== before?.price_id || kind !== before.kind)) {
    const found = await sql`
      select from ${sql(kind === 'donation' ? 'donation_prices' : 'membership_prices')}
      where group_id = ${group_id} and id = ${price_id} and deleted_at is null
      for share`
    if (found.length === 0)
      throw invalid('body.data.outcome.price_id', msg`is not a ${kind} price of your space`, price_id)
  }
  if (code_campaign && code_campaign !== before?.code_campaign) {
    const found = await sql`
      select from code_campaigns
      where group_id = ${group_id} and lower(code) = lower(${code_campaign}) and deleted_at is null
      for share`
    if (found.length === 0)
      throw invalid('body.data.outcome.code_campaign', 'is not a campaign code of your space', code_campaign)
  }
  if (account && account !== before?.account) {
    checkAccountNumber(ledgerRules((await ledgerState(sql, group_id)).stored), account, 'body.data.outcome.account')
    const [bank] = await sql<{ name: string }[]>`
      select name from bank_accounts where group_id = ${group_id} and ledger_account = ${account}`
    if (bank)
      throw invalid(
        'body.data.outcome.account',
        msg`is the account of "${bank.name}". For money between two bank accounts use an account for transfers`,
        account,
      )
  }
}
