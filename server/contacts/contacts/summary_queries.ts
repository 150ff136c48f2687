import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { actionsOf, lastConversation } from '../../field/core/contact_summary.ts'
import { givenBy, membershipOf } from '../../money/core/contact_summary.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { seesMembership, seesTeam, seesUser } from '../../organisation/core/visibility.ts'
import { dayIn } from '../../time_zone.ts'
import { channelOf, channels, stateOfAnswer } from '../core/consent_answers.ts'
import { seesForm } from '../core/form_visibility.ts'
import { checkVisible } from '../core/read.ts'
import type { ConsentSummary, ContactSummary, ContactTeam } from './schema.ts'

const forms_max = 50
const teams_max = 20

/** What a caller needs before a conversation. Parts that the caller may not see are null. */
export async function readSummary(sql: Sql, caller: Caller, contact_id: number): Promise<ContactSummary> {
  const { group_id } = caller
  await checkVisible(sql, caller, contact_id)
  const time_zone = await timeZoneOf(sql, group_id)
  const today = { time_zone, day: dayIn(time_zone, new Date().toISOString()) }
  const paid = may(caller, 'finance:read')
  const [membership, given, last_conversation, asked, teams, actions, open_tasks] = await Promise.all([
    paid ? membershipOf(sql, group_id, contact_id, today) : null,
    paid ? givenBy(sql, group_id, contact_id, today) : null,
    lastConversation(sql, caller, contact_id),
    consentsOf(sql, caller, contact_id),
    teamsOf(sql, caller, contact_id),
    actionsOf(sql, caller, contact_id),
    countOpenTasks(sql, group_id, contact_id),
  ])
  const consents = may(caller, 'contacts:sensitive') ? visibleOf(asked) : null
  return {
    ...{ contact_id, membership, given, last_conversation, consents, refused_channels: refusedChannels(asked) },
    ...{ teams, actions, open_tasks },
  }
}

/** A consent, and whether the caller sees its form. */
type AskedConsent = ConsentSummary & { visible: boolean }

const visibleOf = (asked: AskedConsent[]): ConsentSummary[] =>
  asked.filter(({ visible }) => visible).map(({ visible, ...consent }) => consent)

/** The channels of which every consent that was asked for was refused. Everyone who could write to the person has to know them. */
function refusedChannels(asked: ConsentSummary[]) {
  const known = asked.filter(({ state }) => state !== 'not_asked')
  return channels.filter(channel => {
    const answers = known.filter(consent => consent.channel === channel)
    return answers.length > 0 && answers.every(({ state }) => state === 'no')
  })
}

interface AnsweredForm {
  form_id: number
  label: string
  answers: string[]
  at: string | null
  source: string | null
  withdrawn: boolean
  visible: boolean
}

/** The consent forms with what the person answered last, those that the caller sees first. Archived forms only if they were answered. */
async function consentsOf(sql: Sql, caller: Caller, contact_id: number): Promise<AskedConsent[]> {
  const rows = await sql<AnsweredForm[]>`
    select f.id as form_id, f.label, coalesce(a.answers, '{}') as answers,
           coalesce(a.at, h.created_at) as at, coalesce(a.source, '') as source, a.form_id is null and h.form_id is not null as withdrawn,
           (${seesForm(sql, caller)}) is true as visible
    from forms f
    left join (
      select a.form_id, array_agg(coalesce(nullif(a.data, ''), r.label) order by r.position, a.id) as answers,
             max(coalesce(a.date, a.updated_at)) as at, max(a.source) as source
      from contact_answers a
      join form_refvalues r on r.group_id = ${caller.group_id} and r.id = a.form_ref_id
      where a.group_id = ${caller.group_id} and a.contact_id = ${contact_id}
      group by a.form_id
    ) a on a.form_id = f.id
    left join (
      select h.form_id, max(h.created_at) as created_at from consent_history h
      where h.group_id = ${caller.group_id} and h.contact_id = ${contact_id}
      group by h.form_id
    ) h on h.form_id = f.id
    where f.group_id = ${caller.group_id} and f.kind = 'consent' and (f.archived_at is null or a.form_id is not null)
    order by visible desc, f.position, f.id
    limit ${forms_max}`
  return rows.map(({ answers, withdrawn, ...row }) => ({
    ...row,
    channel: channelOf(row.label),
    state: stateOf(answers, withdrawn),
    answer: answers.join(', '),
    source: row.source ?? '',
  }))
}

function stateOf(answers: string[], withdrawn: boolean) {
  if (answers.length === 0) return withdrawn ? 'no' : 'not_asked'
  const [first, ...others] = new Set(answers.map(stateOfAnswer))
  return first === undefined || others.length > 0 ? 'answered' : first
}

/** The teams of the user who has the mail address of the contact, as far as the caller sees them. */
async function teamsOf(sql: Sql, caller: Caller, contact_id: number): Promise<ContactTeam[]> {
  const { group_id } = caller
  const rows = await sql<ContactTeam[]>`
    select t.id, t.name, p.leader
    from contacts c
    join users u on u.group_id = ${group_id} and u.mail_key = c.mail_key and u.deleted_at is null
    join team_members p on p.group_id = ${group_id} and p.user_id = u.id
    join teams t on t.group_id = ${group_id} and t.id = p.team_id
    where c.group_id = ${group_id} and c.id = ${contact_id} and c.mail <> '' and ${seesUser(sql, caller)} and ${seesTeam(sql, caller)}
      and ${seesMembership(sql, caller)}
    order by t.name collate "und-x-icu", t.id
    limit ${teams_max}`
  return [...rows]
}

async function countOpenTasks(sql: Sql, group_id: number, contact_id: number) {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*) as count from tasks where group_id = ${group_id} and contact_id = ${contact_id} and done_at is null`
  return count
}
