import { type Static, Type } from 'typebox'
import { AnyInteger, Id, input, nullable, PersonName, Text, Timestamp } from '../../fields.ts'
import { channels, consentStates } from '../core/consent_answers.ts'
import { membership_states } from '../core/search_conditions.ts'
import { SentContact } from '../core/shape.ts'

export { Contact, PatchedContact, SentContact } from '../core/shape.ts'

/** A contact as it is sent back; whose it is must agree with the address. */
export const ReplacedContact = input({ id: Type.Optional(AnyInteger), ...SentContact.properties }, 'ReplacedContact')

const Person = nullable(PersonName)

/** A consent that was given, or taken back. */
export const ConsentEntry = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    contact_id: Id,
    form_id: Id,
    form_label: Type.String(),
    form_ref_id: Id,
    label: Type.String({ description: 'What was answered.' }),
    data: Type.String({ description: 'What was answered, as text; empty where a value was chosen.' }),
    date: nullable(Timestamp),
    survey_id: nullable(Id),
    state: Type.Enum(['given', 'withdrawn'], { description: 'Whether the consent was given or withdrawn.' }),
    source: Type.String(),
    user: Person,
    request: Type.String(),
    form_version: Type.Integer({ description: 'The version of the text that was agreed to.' }),
    form_text: Type.String({ description: 'The text of that version; empty if the label was the text.' }),
  },
  { title: 'ConsentEntry' },
)

/** A contact that was deleted and can be brought back. */
export const DeletedContact = Type.Object(
  {
    id: Id,
    deleted_at: Timestamp,
    firstname: Type.String(),
    surname: Type.String(),
    mail: Type.String(),
    city: Type.String(),
    black_list: Type.Boolean({ description: 'Has opted out of being contacted.' }),
    user: Type.Union([...Person.anyOf], { description: 'Who deleted it.' }),
  },
  { title: 'DeletedContact' },
)

/** What people are known by elsewhere. */
export const LookupKeys = {
  external_ids: Type.Optional(Type.Array(Text, { maxItems: 100 })),
  mails: Type.Optional(Type.Array(Text, { maxItems: 100 })),
}

/** Who is known by one of them. */
export const KnownContact = Type.Object(
  {
    by: Type.Enum(['external_id', 'mail'], { description: 'The key that was searched for.' }),
    key: Type.String({ description: 'As it was sent.' }),
    contact_id: Type.Union([Id, Type.Null()], { description: 'Null when the caller may not see the person.' }),
    external_id: Type.String({ description: 'What this contact has itself.' }),
    merged: Type.Boolean({ description: 'A contact that was merged into this one had the key.' }),
    restricted: Type.Boolean({ description: 'Their data is kept and must not be used.' }),
  },
  { title: 'KnownContact' },
)

const payment_kinds = ['transaction', 'membership', 'donation'] as const

/** The kinds of entries of a timeline, by what they are about. */
export const timelineKinds = {
  payments: payment_kinds,
  visits: ['visit'],
  answers: ['consent', 'answer'],
  notes: ['note'],
  tasks: ['task', 'task_done'],
  files: ['file'],
  changes: ['created', 'updated', 'restored', 'merge', 'merge_undone'],
} as const

export type TimelineTopic = keyof typeof timelineKinds
export const timelineTopics = Object.keys(timelineKinds) as TimelineTopic[]

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

/** What a change of a contact replaced. */
export const ValueChange = Type.Object(
  {
    field: Type.String({
      description:
        'The name of the field, such as `mobile` or `address.city`; `tags` for a tag, `answers` for an answer.',
    }),
    form_id: Type.Union([Id, Type.Null()], { description: 'The form of an answer; null for everything else.' }),
    label: Type.String({ description: 'What the form asks; empty for everything else.' }),
    old: Type.Union([...Value.anyOf], { description: 'The value before; null or empty if there was none.' }),
    new: Type.Union([...Value.anyOf], { description: 'The value after; null or empty if there is none.' }),
  },
  { title: 'ValueChange' },
)

export type ValueChange = Static<typeof ValueChange>

/** Something that happened with a contact. */
export const TimelineEntry = Type.Object(
  {
    at: Timestamp,
    kind: Type.Enum(Object.values(timelineKinds).flat(), { description: 'What happened.' }),
    id: Id,
    title: Type.String({ description: 'What happened, in a few words.' }),
    detail: Type.String({ description: 'More details; empty if there are none. Of a note its text, in Markdown.' }),
    amount: nullable(Type.Integer()),
    currency: Type.String(),
    transaction_bundle_id: nullable(Id),
    action_id: nullable(Id),
    payment_method_kind: Type.String({ description: 'How a transaction was paid; empty for everything else.' }),
    status: Type.String({ description: 'The name of the status of a transaction; empty if it has none.' }),
    received: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether the money of a transaction was received; null for everything else.',
    }),
    answer_type: Type.String({
      description: 'The type of the form of an answer, such as `date`; empty for everything else.',
    }),
    own: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether the caller wrote a note; null for everything else.',
    }),
    pinned: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether a note is pinned; null for everything else.',
    }),
    mentions: Type.Array(PersonName, { description: 'The users whom a note mentions; empty for everything else.' }),
    changes: Type.Array(ValueChange, {
      description:
        'What a change replaced, for two years. Tags and answers need `contacts:sensitive`. Empty for everything else, and for changes by ' +
        'versions of Muster that did not record it.',
    }),
    source: Type.String({
      description: 'Where the values of a change came from, such as `import 12`; empty if unknown.',
    }),
    merged_contact: Type.Union([PersonName, Type.Null()], {
      description: 'The contact that was changed, if it was merged into this one later; null for everything else.',
    }),
    user: Person,
  },
  { title: 'TimelineEntry' },
)

/** How many entries a timeline has about each topic. Memberships and donations count with the transaction that paid them. */
export const TimelineCounts = Type.Object(
  Object.fromEntries(
    timelineTopics.map(topic => [
      topic,
      Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        description: `Entries about ${topic}; null if the caller may not see them.`,
      }),
    ]),
  ) as Record<TimelineTopic, ReturnType<typeof nullable<ReturnType<typeof Type.Integer>>>>,
  { title: 'TimelineCounts' },
)

const Instant = (description: string) => Type.Union([...nullable(Timestamp).anyOf], { description })

const MembershipSummary = Type.Object(
  {
    state: Type.Enum(membership_states, {
      description:
        '`member`: a membership that is paid as a whole and has not ended. `due`: one that has begun and is not paid. `to_come`: one that has not ' +
        'begun. `lapsed`: one that was paid and has ended.',
    }),
    starts_at: Instant('When this membership starts, or the last one did; null if there is none.'),
    ends_at: Instant('When it ends; null if it has no end, or there is none.'),
    days_left: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Days until a paid membership ends; null if it has ended or has no end.',
    }),
    amount: nullable(Type.Integer()),
    received: Type.Union([Type.Integer(), Type.Null()], { description: 'What was received of the amount.' }),
    currency: nullable(Type.String()),
    price: Type.Union([Type.String(), Type.Null()], { description: 'The name of its price; null if it has none.' }),
  },
  { title: 'MembershipSummary' },
)

const given_amounts = {
  amount: Type.Integer({ description: 'Received payments, less what was refunded or returned.' }),
  payments: Type.Integer({ description: 'The number of received payments.' }),
}

const GivenSummary = Type.Object(
  {
    currency: Type.String({ description: 'In capitals. Sums never mix currencies.' }),
    this_year: Type.Object(given_amounts, { title: 'GivenThisYear', description: 'Since the first of January.' }),
    last_year_to_date: Type.Object(given_amounts, {
      title: 'GivenLastYear',
      description: 'In the year before, up to the same day.',
    }),
    total: Type.Object(
      { ...given_amounts, since: Instant('When the first payment was received; null if there is none.') },
      { title: 'GivenTotal', description: 'All payments together.' },
    ),
    years: Type.Array(
      Type.Object({ year: Type.Integer({ description: 'The year.' }), amount: Type.Integer() }, { title: 'GivenYear' }),
      { description: 'The last ten years with payments, the latest first.' },
    ),
  },
  { title: 'GivenSummary' },
)

const Conversation = Type.Object(
  {
    at: Timestamp,
    user: Person,
    action: Type.Object({ id: Id, name: Type.String() }, { title: 'ConversationAction' }),
    result: Type.String({ description: 'What came of it, such as talked.' }),
    comment: Type.String({ description: 'What was noted about it.' }),
  },
  { title: 'Conversation' },
)

const ConsentSummary = Type.Object(
  {
    form_id: Id,
    label: Type.String({ description: 'What the form asks.' }),
    channel: Type.Union([Type.Enum([...channels]), Type.Null()], {
      description: 'The channel that the label names; null if it names none, or several.',
    }),
    state: Type.Enum([...consentStates], { description: 'What the person answered. A withdrawn consent is a no.' }),
    answer: Type.String({ description: 'The answer in its own words; empty if there is none.' }),
    at: Instant('When it was given or withdrawn; null if the person was not asked.'),
    source: Type.String(),
  },
  { title: 'ConsentSummary' },
)

const ContactTeam = Type.Object(
  { id: Id, name: Type.String(), leader: Type.Boolean({ description: 'Whether they lead the team.' }) },
  { title: 'TeamOfContact' },
)

const ContactAction = Type.Object(
  {
    id: Id,
    name: Type.String(),
    archived: Type.Boolean(),
    visits: Type.Integer({ description: 'How often the person was visited, as far as the caller sees.' }),
    last_visit: Instant('When they were last visited; null if never.'),
  },
  { title: 'ActionOfContact' },
)

/** What matters about a contact before a conversation. */
export const ContactSummary = Type.Object(
  {
    contact_id: Id,
    membership: Type.Union([MembershipSummary, Type.Null()], {
      description: 'The membership. Null without the permission `finance:read`.',
    }),
    given: Type.Union([Type.Array(GivenSummary), Type.Null()], {
      description:
        'What they paid, by currency; that of the space comes first. Null without the permission `finance:read`.',
    }),
    last_conversation: Type.Union([Conversation, Type.Null()], {
      description: 'The last visit at which they were met; null if there was none.',
    }),
    consents: Type.Union([Type.Array(ConsentSummary), Type.Null()], {
      description: 'The consent forms with the last answer to each. Null without the permission `contacts:sensitive`.',
    }),
    refused_channels: Type.Array(Type.Enum([...channels]), {
      description:
        'The channels of which every consent that was asked for was refused, for everyone who sees the contact.',
    }),
    teams: Type.Array(ContactTeam, { description: 'Teams of the user who has the mail address of the contact.' }),
    actions: Type.Array(ContactAction, {
      description: 'Actions that the contact is in: current ones first, at most 20.',
    }),
    open_tasks: Type.Integer({ description: 'How many tasks about them are open.' }),
  },
  { title: 'SummaryOfContact' },
)

export type ContactSummary = Static<typeof ContactSummary>
export type ConsentSummary = Static<typeof ConsentSummary>
export type ContactTeam = Static<typeof ContactTeam>
export type ConsentEntry = Static<typeof ConsentEntry>
export type DeletedContact = Static<typeof DeletedContact>
const KeysSent = Type.Object(LookupKeys)

export type LookupKeys = Static<typeof KeysSent>
export type KnownContact = Static<typeof KnownContact>
export type TimelineEntry = Static<typeof TimelineEntry>
export type TimelineCounts = Record<TimelineTopic, number | null>
