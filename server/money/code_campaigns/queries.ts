import type { Caller } from '../../access/caller.ts'
import { hasSqlstate, type Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { addToCatalogue, alreadyExists, type Catalogue, changeCatalogue, lockCatalogue } from '../core/catalogue.ts'
import { lockCampaignCodes } from '../core/checks/lock.ts'
import type { CodeCampaign, CodeCampaignChange } from './schema.ts'

export const codeCampaignCatalogue: Catalogue = {
  table: 'code_campaigns',
  noun: 'campaign code',
  resource: 'code_campaign',
  columns: sql => sql`c.id, c.created_at as "CreatedAt", c.updated_at as "UpdatedAt", c.code, c.name, c.hidden`,
  order: sql => sql`c.code collate "und-x-icu", c.id`,
  visibleWhen: sql => sql`not c.hidden`,
  inUse: (sql, { group_id }) =>
    sql`exists (select from transactions t where t.group_id = ${group_id} and t.campaign_key = lower(c.code))`,
  retired: 'hidden',
}

export async function createCodeCampaign(sql: Sql, caller: Caller, campaign: CodeCampaignChange) {
  await lockCampaignCodes(sql, caller.group_id)
  const made = await rejectDuplicate(
    campaign,
    addToCatalogue<CodeCampaign>(sql, caller, codeCampaignCatalogue, campaign),
  )
  return endWarnings(sql, caller, made)
}

export async function changeCodeCampaign(sql: Sql, caller: Caller, id: number, changes: CodeCampaignChange) {
  if (changes.code !== undefined) {
    await lockCampaignCodes(sql, caller.group_id)
    await checkRenamable(sql, caller, id, changes.code)
  }
  const changed = await rejectDuplicate(
    changes,
    changeCatalogue<CodeCampaign>(sql, caller, codeCampaignCatalogue, id, changes),
  )
  return endWarnings(sql, caller, changed)
}

/** Payments that named the code before it was known need not be looked at any more. */
async function endWarnings(sql: Sql, { group_id }: Caller, campaign: CodeCampaign) {
  await sql`
    delete from payment_warnings
    where group_id = ${group_id} and check_name = 'unknown_campaign' and lower(cause) = lower(${campaign.code}) and settled_at is null`
  return campaign
}

/** Payments refer to a campaign by its code, so the code of a campaign in use can change only in case. */
async function checkRenamable(sql: Sql, caller: Caller, id: number, code: string) {
  const before = await lockCatalogue<CodeCampaign>(sql, caller, codeCampaignCatalogue, id)
  const named = await sql`
    select from code_campaigns c
    where c.group_id = ${caller.group_id} and c.id = ${id} and lower(c.code) <> lower(${code})
      and ${codeCampaignCatalogue.inUse(sql, caller)}`
  if (named.length > 0)
    throw new ApiError(
      'conflict',
      msg`Payments name the code ${before.code}, so it cannot change. Hide this campaign and add one with the new code.`,
    )
}

async function rejectDuplicate<T>({ code }: CodeCampaignChange, work: Promise<T>) {
  try {
    return await work
  } catch (error) {
    throw hasSqlstate(error, 'unique_violation')
      ? alreadyExists(msg`A campaign with the code ${code} already exists.`)
      : error
  }
}
