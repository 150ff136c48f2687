import { type Static, Type } from 'typebox'
import { AnyInteger, Id, input, nullable, PersonName, Text, Timestamp } from '../../fields.ts'
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

/** Something that happened with a contact. */
export const TimelineEntry = Type.Object(
  {
    at: Timestamp,
    kind: Type.Enum(['created', 'updated', 'consent', 'answer', 'visit', 'transaction', 'membership', 'donation'], {
      description: 'What happened.',
    }),
    id: Id,
    title: Type.String({ description: 'What happened, in a few words.' }),
    detail: Type.String({ description: 'More details; empty if there are none.' }),
    amount: nullable(Type.Integer()),
    currency: Type.String(),
    transaction_bundle_id: nullable(Id),
    action_id: nullable(Id),
    user: Person,
  },
  { title: 'TimelineEntry' },
)

export type ConsentEntry = Static<typeof ConsentEntry>
export type DeletedContact = Static<typeof DeletedContact>
const KeysSent = Type.Object(LookupKeys)

export type LookupKeys = Static<typeof KeysSent>
export type KnownContact = Static<typeof KnownContact>
export type TimelineEntry = Static<typeof TimelineEntry>
