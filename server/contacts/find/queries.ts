import { type Caller, may } from '../../access/caller.ts'
import type { Permission } from '../../access/permissions.ts'
import { type Fragment, type Sql, unprepared } from '../../db/sql.ts'
import { seesAction } from '../../field/core/visibility.ts'
import { seesTeam, seesUser } from '../../organisation/core/visibility.ts'
import { countryOfLocale } from '../core/countries.ts'
import { phoneKey } from '../core/phone.ts'
import { isInScope, visibleScope } from '../core/restriction.ts'
import { selectivePart } from '../search/engine/compile.ts'
import type { HitKind, Hits } from './schema.ts'

const hits_max = 20
const words_max = 5
// How many matches are ranked by similarity. A fuzzy search ranks more, because most of its matches are wrong.
const ranked_max = 200
const fuzzy_ranked_max = 2000

/** The search terms, and the ids of the contacts that match them. */
interface FindTerms extends TextTerms {
  contact_ids: number[]
}

interface TextTerms {
  text: string
  words: string[]
  /** Whether one letter may be wrong. */
  fuzzy: boolean
}

type Found<K extends HitKind> = Omit<Hits[K][number], 'similar'>[]
type Finder<K extends HitKind> = (sql: Sql, caller: Caller, terms: FindTerms) => Promise<Found<K>>

// To make another kind of record searchable, add a line here and in the schema.
const finders: { [K in HitKind]: { allowed: (caller: Caller) => boolean; find: Finder<K>; by_contacts?: boolean } } = {
  contacts: { allowed: caller => may(caller, 'contacts:read'), find: findContacts, by_contacts: true },
  users: { allowed: caller => hasScope(caller, 'users:read'), find: findUsers },
  teams: { allowed: caller => hasScope(caller, 'teams:read'), find: findTeams },
  actions: { allowed: caller => hasScope(caller, 'actions:read'), find: findActions },
  payments: { allowed: caller => may(caller, 'finance:read'), find: findPayments, by_contacts: true },
}

/** Whether the scopes of the token include the permission. Which users, teams and actions a role sees is decided row by row. */
const hasScope = ({ scopes }: Caller, permission: Permission) => !scopes || scopes.has(permission)

export async function findAnything(sql: Sql, caller: Caller, q: string): Promise<Hits> {
  const words = q.trim().split(/\s+/).slice(0, words_max)
  await sql.unsafe(`set local pg_trgm.word_similarity_threshold = ${similarityThreshold(words)}`)
  const exact: TextTerms = { text: q.trim(), words, fuzzy: false }
  const fuzzy: TextTerms = { ...exact, fuzzy: true }
  // Fuzzy matches only when there is no exact match.
  const exact_ids = await contactIds(sql, caller, exact)
  const contact_ids = exact_ids.length > 0 ? exact_ids : await contactIds(sql, caller, fuzzy)
  const hits: Hits = { contacts: [], users: [], teams: [], actions: [], payments: [] }
  const search = async <K extends HitKind>(kind: K) => {
    const { allowed, find, by_contacts = false } = finders[kind]
    if (!allowed(caller)) return
    const exactly = await find(sql, caller, { ...exact, contact_ids })
    const found = exactly.length > 0 ? exactly : await find(sql, caller, { ...fuzzy, contact_ids })
    const similar = exactly.length === 0 || (by_contacts && contact_ids !== exact_ids && contact_ids.length > 0)
    hits[kind] = found.map(hit => ({ ...hit, similar })) as Hits[K]
  }
  for (const kind of Object.keys(finders) as HitKind[]) await search(kind)
  return shareHits(hits)
}

/** Limits the hits in total. The kinds take turns, so that each keeps its best hits. */
function shareHits(hits: Hits): Hits {
  const kinds = Object.keys(hits) as HitKind[]
  const counts = Object.fromEntries(kinds.map(kind => [kind, 0])) as Record<HitKind, number>
  for (let left = hits_max; left > 0; ) {
    const waiting = kinds.filter(kind => counts[kind] < hits[kind].length).slice(0, left)
    if (waiting.length === 0) break
    for (const kind of waiting) counts[kind]++
    left -= waiting.length
  }
  return Object.fromEntries(kinds.map(kind => [kind, hits[kind].slice(0, counts[kind])])) as Hits
}

/** The part of a word that is compared fuzzily: words without digits, and the part of a mail address before the @. */
const fuzzyPart = (word: string) => {
  const [name = ''] = word.split('@')
  return [...name].length >= 4 && !/\d/.test(name) ? name : undefined
}

// A word has one more trigram than letters. A wrong letter changes at most three of them; two transposed letters change four.
function similarityThreshold(words: string[]) {
  const lengths = words.flatMap(word => fuzzyPart(word) ?? []).map(name => [...name].length)
  const shortest = Math.min(...lengths, 100)
  return Math.max((shortest - (shortest > 5 ? 3 : 2)) / (shortest + 1), 0.3) - 0.01
}

/** Whether `lines`, the normalised texts of a row, match all words. Sub-selects keep PostgreSQL from guessing how many rows have a word. */
function matchesAllWords(sql: Sql, lines: Fragment, { words, fuzzy: forgiving }: TextTerms): Fragment {
  const parts = words.map(word => {
    const name = forgiving && fuzzyPart(word)
    if (name) return sql`(select normalize_text(${name}::text)) <% ${lines}`
    const telling = selectivePart(word)
    if (!telling) return sql`${lines} like (select E'%\\x1f' || like_pattern(${word}) || '%')`
    return telling === word
      ? sql`${lines} like (select '%' || like_pattern(${word}) || '%')`
      : sql`${lines} like (select '%' || like_pattern(${telling}) || '%') and position(normalize_text(${word}::text) in ${lines}) > 0`
  })
  return parts.reduce((whole, part) => sql`${whole} and ${part}`)
}

async function findContacts(sql: Sql, { group_id }: Caller, { contact_ids }: FindTerms): Promise<Found<'contacts'>> {
  return sql<Found<'contacts'>>`
    select c.id, ${fullName(sql)} as label, c.black_list, c.restricted_at is not null as restricted,
           concat_ws(' · ', nullif(btrim(c.postal_code || ' ' || c.city), ''), nullif(c.mail, ''), nullif(c.mobile, '')) as detail
    from unnest(${contact_ids}::bigint[]) with ordinality as hit (id, place)
    join contacts c on c.group_id = ${group_id} and c.id = hit.id and c.deleted_at is null
    order by hit.place`
}

const fullName = (sql: Sql) => sql`btrim(c.firstname || ' ' || c.surname)`

/** The contacts whose names or mail address match best. The index finds those with such a text in any field. */
async function contactIds(sql: Sql, caller: Caller, terms: TextTerms): Promise<number[]> {
  if (!may(caller, 'contacts:read') && !may(caller, 'finance:read')) return []
  const { group_id } = caller
  const identified = await contactIdsByIdentifier(sql, caller, terms)
  if (identified.length > 0) return identified
  const rows = await unprepared(sql<{ id: number }[]>`
    with found as materialized (
      select c.id, ${names(sql)} as names from searched_contacts c
      where c.group_id = ${group_id} and ${matchesAllWords(sql, sql`c.words`, terms)} and ${matchesAllWords(sql, names(sql), terms)}
        and ${isInScope(sql, visibleScope(caller))}
      limit ${terms.fuzzy ? fuzzy_ranked_max : ranked_max}
    )
    select id from found order by word_similarity(normalize_text(${terms.text}::text), names) desc, length(names), id limit ${hits_max}`)
  return rows.map(({ id }) => id)
}

/** The first lines of the words of a contact: surname, first name, married name and mail address. */
const names = (sql: Sql) => sql`(array_to_string((string_to_array(c.words, E'\\x1f'))[1:5], E'\\x1f') || E'\\x1f')`

/** The contacts with this mail address, phone number, id, membership number or external id. */
async function contactIdsByIdentifier(
  sql: Sql,
  caller: Caller,
  { text, fuzzy: forgiving }: TextTerms,
): Promise<number[]> {
  const { group_id } = caller
  if (forgiving || !/[\d@]/.test(text)) return []
  const [space] = await sql<[{ locale: string }]>`select locale from spaces where id = ${group_id}`
  const phone = phoneKey(text, countryOfLocale(space.locale) ?? '')
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  const contactsWhere = (condition: Fragment) => sql`
    (select c.id from contacts c
     where c.group_id = ${group_id} and c.deleted_at is null and ${isInScope(sql, visibleScope(caller))} and ${condition} limit ${hits_max})`
  // Only the identifiers the text can be: with an empty number the planner would scan all contacts.
  const lookups = [
    contactsWhere(sql`c.external_id = ${text} and c.external_id <> ''`),
    ...(text.includes('@') ? [contactsWhere(sql`c.mail_key = lower(${text}) and c.mail <> ''`)] : []),
    ...(phone
      ? [sql`c.mobile_key = ${phone} and c.mobile_key <> ''`, sql`c.phone_key = ${phone} and c.phone_key <> ''`]
      : []
    ).map(contactsWhere),
    ...(number ? [sql`c.id = ${Number(number)}`, sql`c.membership_number = ${Number(number)}`] : []).map(contactsWhere),
  ]
  const rows = await sql<{ id: number }[]>`
    select id from (${lookups.reduce((all, lookup) => sql`${all} union ${lookup}`)}) found
    order by id
    limit ${hits_max}`
  return rows.map(({ id }) => id)
}

function findUsers(sql: Sql, caller: Caller, terms: FindTerms): Promise<Found<'users'>> {
  const lines = sql`u.names`
  return unprepared(sql<Found<'users'>>`
    select u.id, coalesce(nullif(btrim(u.firstname || ' ' || u.surname), ''), u.mail) as label, u.mail as detail
    from users u
    where u.group_id = ${caller.group_id} and u.deleted_at is null and not u.service_account
      and ${seesUser(sql, caller)} and ${matchesAllWords(sql, lines, terms)}
    order by word_similarity(normalize_text(${terms.text}::text), ${lines}) desc, u.id
    limit ${hits_max}`)
}

function findTeams(sql: Sql, caller: Caller, terms: FindTerms): Promise<Found<'teams'>> {
  const lines = sql`(E'\\x1f' || t.name_key || E'\\x1f')`
  return unprepared(sql<Found<'teams'>>`
    select t.id, t.name as label, left(t.description, 100) as detail
    from teams t
    where t.group_id = ${caller.group_id} and ${seesTeam(sql, caller)} and ${matchesAllWords(sql, lines, terms)}
    order by word_similarity(normalize_text(${terms.text}::text), ${lines}) desc, t.id
    limit ${hits_max}`)
}

/** Includes archived actions, which are often what a search by name is for. They come last. */
function findActions(sql: Sql, caller: Caller, terms: FindTerms): Promise<Found<'actions'>> {
  const lines = sql`(E'\\x1f' || a.name_key || E'\\x1f')`
  return unprepared(sql<Found<'actions'>>`
    select a.id, a.name as label, left(a.pitch, 100) as detail
    from actions a
    where a.group_id = ${caller.group_id} and ${seesAction(sql, caller)} and ${matchesAllWords(sql, lines, terms)}
    order by a.archived_at is not null, word_similarity(normalize_text(${terms.text}::text), ${lines}) desc, a.id
    limit ${hits_max}`)
}

/** Finds payments by their number, and by the contacts who paid. */
async function findPayments(sql: Sql, caller: Caller, { text, contact_ids }: FindTerms): Promise<Found<'payments'>> {
  const { group_id } = caller
  const number = Number(/^#?(\d{1,15})$/.exec(text)?.[1] ?? 0)
  const rows = await sql<PaymentRow[]>`
    select b.id, '#' || b.id || coalesce(' ' || ${fullName(sql)}, '') as label,
           t.amount::bigint as amount, t.currency::text as currency,
           to_char(t.date at time zone (select time_zone from spaces where id = ${group_id}), 'YYYY-MM-DD') as day
    from (
      select ${number}::bigint as id where ${number}::bigint > 0
      union
      (select distinct paid.transaction_bundle_id from transactions paid
       where paid.group_id = ${group_id} and paid.contact_id = any(${contact_ids}::bigint[])
       order by 1 desc limit ${ranked_max})
    ) hit
    join transaction_bundles b on b.group_id = ${group_id} and b.id = hit.id and b.deleted_at is null
    join lateral (
      select first.* from transactions first
      where first.group_id = ${group_id} and first.transaction_bundle_id = b.id
      order by first.id limit 1
    ) t on true
    left join contacts c on c.group_id = ${group_id} and c.id = t.contact_id and ${isInScope(sql, visibleScope(caller))}
    order by b.id = ${number}::bigint desc, b.id desc
    limit ${hits_max}`
  return rows.map(({ id, label, amount, currency, day }) => ({
    id,
    label,
    amount,
    currency,
    day,
    detail: `${formatAmount(amount, currency)} · ${day}`,
  }))
}

interface PaymentRow {
  id: number
  label: string
  amount: number
  currency: string
  day: string
}

/** Formats an amount in minor units, whose number depends on the currency. */
function formatAmount(amount: number, currency: string) {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  // As text, because dividing a large amount by 100 loses a cent.
  const text = String(amount).padStart(digits + 1, '0')
  const cents = digits > 0 ? `.${text.slice(-digits)}` : ''
  return `${text.slice(0, text.length - digits)}${cents} ${currency.toUpperCase()}`
}
