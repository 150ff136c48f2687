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
// So many are weighed against each other when more than that fit; of those that fit nearly, more, since most of them are somebody else.
const ranked_max = 200
const fuzzy_ranked_max = 2000

/** What was typed, and the contacts that it fits. */
interface FindTerms extends TextTerms {
  contact_ids: number[]
}

interface TextTerms {
  text: string
  words: string[]
  /** Whether a letter may be wrong. */
  fuzzy: boolean
}

type Finder<K extends HitKind> = (sql: Sql, caller: Caller, typed: FindTerms) => Promise<Hits[K]>

// Another kind of thing to be found is another line here, and in the schema.
const finders: { [K in HitKind]: { allowed: (caller: Caller) => boolean; find: Finder<K> } } = {
  contacts: { allowed: caller => may(caller, 'contacts:read'), find: findContacts },
  users: { allowed: caller => hasScope(caller, 'users:read'), find: findUsers },
  teams: { allowed: caller => hasScope(caller, 'teams:read'), find: findTeams },
  actions: { allowed: caller => hasScope(caller, 'actions:read'), find: findActions },
  payments: { allowed: caller => may(caller, 'finance:read'), find: findPayments },
}

/** Every member may ask for some things and the rows decide how much they get; a token made for less gets none of them. */
const hasScope = ({ scopes }: Caller, permission: Permission) => !scopes || scopes.has(permission)

export async function findAnything(sql: Sql, caller: Caller, q: string): Promise<Hits> {
  const words = q.trim().split(/\s+/).slice(0, words_max)
  await sql.unsafe(`set local pg_trgm.word_similarity_threshold = ${similarityThreshold(words)}`)
  const exact: TextTerms = { text: q.trim(), words, fuzzy: false }
  const fuzzy: TextTerms = { ...exact, fuzzy: true }
  // What is spelled as typed; only when there is nothing like that, what is spelled nearly so.
  const spelledSo = await contactIds(sql, caller, exact)
  const people = spelledSo.length > 0 ? spelledSo : await contactIds(sql, caller, fuzzy)
  const found: Hits = { contacts: [], users: [], teams: [], actions: [], payments: [] }
  const seek = async <K extends HitKind>(kind: K) => {
    const { allowed, find } = finders[kind]
    if (!allowed(caller)) return
    const exactly = await find(sql, caller, { ...exact, contact_ids: people })
    found[kind] = exactly.length > 0 ? exactly : await find(sql, caller, { ...fuzzy, contact_ids: people })
  }
  for (const kind of Object.keys(finders) as HitKind[]) await seek(kind)
  return shareHits(found)
}

/** Each kind gets its turn until all places are taken. */
function shareHits(found: Hits): Hits {
  const kinds = Object.keys(found) as HitKind[]
  const places = Object.fromEntries(kinds.map(kind => [kind, 0])) as Record<HitKind, number>
  for (let left = hits_max; left > 0; ) {
    const waiting = kinds.filter(kind => places[kind] < found[kind].length).slice(0, left)
    if (waiting.length === 0) break
    for (const kind of waiting) places[kind]++
    left -= waiting.length
  }
  return Object.fromEntries(kinds.map(kind => [kind, found[kind].slice(0, places[kind])])) as Hits
}

/** The part of a word in which a letter may be wrong: names are, numbers are not, and of a mail address what stands before the @. */
const fuzzyPart = (word: string) => {
  const [name = ''] = word.split('@')
  return [...name].length >= 4 && !/\d/.test(name) ? name : undefined
}

// A wrong letter costs at most three of the trigrams of a word, which has one more than letters; two letters the wrong way round cost four.
function similarityThreshold(words: string[]) {
  const lengths = words.flatMap(word => fuzzyPart(word) ?? []).map(name => [...name].length)
  const shortest = Math.min(...lengths, 100)
  return Math.max((shortest - (shortest > 5 ? 3 : 2)) / (shortest + 1), 0.3) - 0.01
}

/** Whether `lines`, texts as they are compared, have all the words. */
function matchesAllWords(sql: Sql, lines: Fragment, { words, fuzzy: forgiving }: TextTerms): Fragment {
  const parts = words.map(word => {
    const name = forgiving && fuzzyPart(word)
    if (name) return sql`normalize_text(${name}::text) <% ${lines}`
    const telling = selectivePart(word)
    if (!telling) return sql`${lines} like E'%\\x1f' || like_pattern(${word}) || '%'`
    return telling === word
      ? sql`${lines} like '%' || like_pattern(${word}) || '%'`
      : sql`${lines} like '%' || like_pattern(${telling}) || '%' and position(normalize_text(${word}::text) in ${lines}) > 0`
  })
  return parts.reduce((whole, part) => sql`${whole} and ${part}`)
}

async function findContacts(
  sql: Sql,
  { group_id }: Caller,
  { contact_ids: people }: FindTerms,
): Promise<Hits['contacts']> {
  return sql<Hits['contacts']>`
    select c.id, ${fullName(sql)} as label, c.black_list, c.restricted_at is not null as restricted,
           concat_ws(' · ', nullif(c.mail, ''), nullif(c.mobile, ''), nullif(btrim(c.postal_code || ' ' || c.city), '')) as detail
    from unnest(${people}::bigint[]) with ordinality as hit (id, place)
    join contacts c on c.group_id = ${group_id} and c.id = hit.id and c.deleted_at is null
    order by hit.place`
}

const fullName = (sql: Sql) => sql`btrim(c.firstname || ' ' || c.surname)`

/** The contacts that fit best. By trigrams alone: PostgreSQL would rather walk past everybody, not knowing how few fit. */
async function contactIds(sql: Sql, caller: Caller, typed: TextTerms): Promise<number[]> {
  if (!may(caller, 'contacts:read') && !may(caller, 'finance:read')) return []
  const { group_id } = caller
  const known = await contactIdsByIdentifier(sql, caller, typed)
  if (known.length > 0) return known
  await sql.unsafe(
    'set local enable_seqscan = off; set local enable_indexscan = off; set local enable_indexonlyscan = off',
  )
  const rows = await unprepared(sql<{ id: number }[]>`
    with found as materialized (
      select c.id, c.names from searched_contacts c
      where c.group_id = ${group_id} and ${matchesAllWords(sql, sql`c.names`, typed)} and ${isInScope(sql, visibleScope(caller))}
      limit ${typed.fuzzy ? fuzzy_ranked_max : ranked_max}
    )
    select id from found order by word_similarity(normalize_text(${typed.text}::text), names) desc, length(names), id limit ${hits_max}`)
  await sql.unsafe(
    'set local enable_seqscan = on; set local enable_indexscan = on; set local enable_indexonlyscan = on',
  )
  return rows.map(({ id }) => id)
}

/** Contacts with this mail address, telephone number, id, number of membership or number elsewhere. */
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
  const having = (value: Fragment) => sql`
    (select c.id from contacts c
     where c.group_id = ${group_id} and c.deleted_at is null and ${isInScope(sql, visibleScope(caller))} and ${value} limit ${hits_max})`
  // Only what it may be: looking for somebody without a number, PostgreSQL would walk past everybody.
  const ways = [
    having(sql`c.external_id = ${text} and c.external_id <> ''`),
    ...(text.includes('@') ? [having(sql`c.mail_key = lower(${text}) and c.mail <> ''`)] : []),
    ...(phone
      ? [sql`c.mobile_key = ${phone} and c.mobile_key <> ''`, sql`c.phone_key = ${phone} and c.phone_key <> ''`]
      : []
    ).map(having),
    ...(number ? [sql`c.id = ${Number(number)}`, sql`c.membership_number = ${Number(number)}`] : []).map(having),
  ]
  const rows = await sql<{ id: number }[]>`
    select id from (${ways.reduce((all, way) => sql`${all} union ${way}`)}) found
    order by id
    limit ${hits_max}`
  return rows.map(({ id }) => id)
}

function findUsers(sql: Sql, caller: Caller, typed: FindTerms): Promise<Hits['users']> {
  const lines = sql`u.names`
  return unprepared(sql<Hits['users']>`
    select u.id, coalesce(nullif(btrim(u.firstname || ' ' || u.surname), ''), u.mail) as label, u.mail as detail
    from users u
    where u.group_id = ${caller.group_id} and u.deleted_at is null and not u.service_account and ${seesUser(sql, caller)} and ${matchesAllWords(sql, lines, typed)}
    order by word_similarity(normalize_text(${typed.text}::text), ${lines}) desc, u.id
    limit ${hits_max}`)
}

function findTeams(sql: Sql, caller: Caller, typed: FindTerms): Promise<Hits['teams']> {
  const lines = sql`(E'\\x1f' || t.name_key || E'\\x1f')`
  return unprepared(sql<Hits['teams']>`
    select t.id, t.name as label, left(t.description, 100) as detail
    from teams t
    where t.group_id = ${caller.group_id} and ${seesTeam(sql, caller)} and ${matchesAllWords(sql, lines, typed)}
    order by word_similarity(normalize_text(${typed.text}::text), ${lines}) desc, t.id
    limit ${hits_max}`)
}

/** Archived ones too: whoever looks for an action by name mostly means one that is over. */
function findActions(sql: Sql, caller: Caller, typed: FindTerms): Promise<Hits['actions']> {
  const lines = sql`(E'\\x1f' || a.name_key || E'\\x1f')`
  return unprepared(sql<Hits['actions']>`
    select a.id, a.name as label, left(a.pitch, 100) as detail
    from actions a
    where a.group_id = ${caller.group_id} and ${seesAction(sql, caller)} and ${matchesAllWords(sql, lines, typed)}
    order by a.archived_at is not null, word_similarity(normalize_text(${typed.text}::text), ${lines}) desc, a.id
    limit ${hits_max}`)
}

/** By their number, and by the people who paid. */
async function findPayments(
  sql: Sql,
  caller: Caller,
  { text, contact_ids: people }: FindTerms,
): Promise<Hits['payments']> {
  const { group_id } = caller
  const number = Number(/^#?(\d{1,15})$/.exec(text)?.[1] ?? 0)
  const rows = await sql<PaymentRow[]>`
    select b.id, '#' || b.id || coalesce(' ' || ${fullName(sql)}, '') as label,
           t.amount::bigint as amount, t.currency::text as currency, to_char(t.date at time zone 'UTC', 'YYYY-MM-DD') as day
    from (
      select ${number}::bigint as id where ${number}::bigint > 0
      union
      (select distinct paid.transaction_bundle_id from transactions paid
       where paid.group_id = ${group_id} and paid.contact_id = any(${people}::bigint[])
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

/** An amount in whole units of its currency, which not all have hundredths. */
function formatAmount(amount: number, currency: string) {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  // As text: a large amount divided by 100 is a cent off.
  const text = String(amount).padStart(digits + 1, '0')
  const cents = digits > 0 ? `.${text.slice(-digits)}` : ''
  return `${text.slice(0, text.length - digits)}${cents} ${currency.toUpperCase()}`
}
