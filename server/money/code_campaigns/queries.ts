import type { Caller } from '../../access/caller.ts'
import { refusedAs, type Sql } from '../../db/sql.ts'
import { addToCatalogue, alreadyThere, type Catalogue, changeCatalogue } from '../catalogue.ts'

interface CodeCampaign {
  id: number
  CreatedAt: string
  UpdatedAt: string
  code: string
  name: string
  hidden: boolean
}
type Fields = Partial<Pick<CodeCampaign, 'code' | 'name' | 'hidden'>>

export const codeCampaignCatalogue: Catalogue = {
  table: 'code_campaigns',
  noun: 'campaign code',
  columns: sql => sql`c.id, c.created_at as "CreatedAt", c.updated_at as "UpdatedAt", c.code, c.name, c.hidden`,
  order: sql => sql`c.code collate "und-x-icu", c.id`,
  shown: sql => sql`not c.hidden`,
  inUse: (sql, { group_id }) =>
    sql`exists (select from transactions t where t.group_id = ${group_id} and lower(t.code_campaign) = lower(c.code))`,
  retired: 'hidden',
}

export const createCodeCampaign = (sql: Sql, caller: Caller, campaign: Fields) =>
  distinct(campaign, addToCatalogue<CodeCampaign>(sql, caller, codeCampaignCatalogue, campaign))

export const changeCodeCampaign = (sql: Sql, caller: Caller, id: number, changes: Fields) =>
  distinct(changes, changeCatalogue<CodeCampaign>(sql, caller, codeCampaignCatalogue, id, changes))

async function distinct<T>({ code }: Fields, work: Promise<T>) {
  try {
    return await work
  } catch (error) {
    throw refusedAs(error, 'unique_violation') ? alreadyThere(`a campaign with the code ${code}`) : error
  }
}
