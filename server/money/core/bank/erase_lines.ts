import type { Sql } from '../../../db/sql.ts'
import { type ErasedPerson, mentionsPerson } from '../erase.ts'
import type { StatementDetail } from './statement.ts'

const erased_reason = 'erased'

/**
 * Erases a person from bank lines: the texts of lines that are matched to payments of no other person, texts that mention the person, and in lines
 * that stand for several transactions those that mention the person. Amounts, days and references of the bank stay. Rules that mention the
 * person are deleted.
 */
export async function erasePersonFromBank(sql: Sql, group_id: number, person: ErasedPerson) {
  const { contact_ids, words } = person
  await sql`
    update bank_lines l
    set text = '', counterparty = '', counterparty_iban = '', end_to_end_id = '', mandate_id = '', details = '[]', erased_at = now(),
      updated_at = now()
    where l.group_id = ${group_id} and l.id in (
      select m.line_id from bank_matches m
      join items t on t.group_id = ${group_id} and t.kind = 'transaction' and t.id = m.transaction_id
      where m.group_id = ${group_id} and m.line_id in (
        select o.line_id from items i
        join bank_matches o on o.group_id = ${group_id} and o.transaction_id = i.id
        where i.group_id = ${group_id} and i.kind = 'transaction' and i.contact_id = any(${contact_ids}))
      group by m.line_id
      having bool_and(t.contact_id = any(${contact_ids})))`
  await sql`
    update bank_lines l
    set text = '', counterparty = '', counterparty_iban = '', end_to_end_id = '', mandate_id = '', erased_at = now(), updated_at = now()
    where l.group_id = ${group_id} and ${mentions(sql, sql`l.text || ' ' || l.counterparty || ' ' || l.end_to_end_id`, words)}`
  await eraseDetails(sql, group_id, person)
  await sql`
    update bank_lines l set ignored_reason = ${erased_reason}, updated_at = now()
    where l.group_id = ${group_id} and l.ignored_reason <> '' and ${mentions(sql, sql`l.ignored_reason`, words)}`
  await sql`
    delete from bank_rules r
    where r.group_id = ${group_id} and ${mentions(sql, sql`r.name || r.conditions::text || r.outcome::text`, words)}`
}

/** Erases the transactions about the person in lines that stand for several. */
async function eraseDetails(sql: Sql, group_id: number, person: ErasedPerson) {
  const rows = await sql<{ id: number; details: StatementDetail[] }[]>`
    select l.id, l.details from bank_lines l
    where l.group_id = ${group_id} and ${mentions(sql, sql`l.details::text`, person.words)}
    order by l.id`
  const erased = rows.map(({ id, details }) => ({
    id,
    details: details.map(detail =>
      mentionsPerson(person, JSON.stringify(detail).toLowerCase()) ? { ...detail, ...no_texts } : detail,
    ),
  }))
  await sql`
    update bank_lines l set details = e.details, erased_at = now(), updated_at = now()
    from json_to_recordset(${JSON.stringify(erased)}::text::json) as e (id bigint, details json)
    where l.group_id = ${group_id} and l.id = e.id`
}

const no_texts = { text: '', counterparty: '', counterparty_iban: '', end_to_end_id: '', mandate_id: '' }

const mentions = (sql: Sql, text: ReturnType<Sql>, words: string[]) => sql`
  exists (select from unnest(${words}::text[]) as w (word) where strpos(lower(${text}), w.word) > 0)`
