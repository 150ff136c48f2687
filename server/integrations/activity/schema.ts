import { type Static, Type } from 'typebox'
import { Id, nullable, PersonName, Timestamp } from '../../fields.ts'

export const activityKinds = [
  'memberships',
  'donations',
  'visits',
  'import',
  'consents_withdrawn',
  'role_changed',
  'users_joined',
] as const

export type ActivityKind = (typeof activityKinds)[number]

export const people_named_max = 3

export const ActivityEntry = Type.Object(
  {
    kind: Type.Enum([...activityKinds], {
      description:
        'What happened: `memberships` and `donations` were recorded in one currency, `visits` were made in one action, an `import` created ' +
        'contacts, `consents_withdrawn` to one form, `role_changed` of one user, or `users_joined` the space.',
    }),
    count: Type.Integer({
      description: 'How many memberships, donations, visits, contacts, consents or users there are.',
    }),
    amount: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The sum of the memberships or donations, in minor units; null for others.',
    }),
    currency: Type.Union([Type.String(), Type.Null()], {
      description: 'The currency of the amount, in capitals; null without an amount.',
    }),
    subject_id: Type.Union([Id, Type.Null()], {
      description: 'Identifier of the action, import or user that the entry is about; null if there is none.',
    }),
    name: Type.String({ description: 'The name of the action, the import, the form or the new role; else empty.' }),
    user: nullable(PersonName),
    people: Type.Array(PersonName, {
      description: `The users who did it, or who joined: at most ${people_named_max}, those who did most first.`,
    }),
    people_count: Type.Integer({ description: 'How many users did it, or joined.' }),
    last_at: Type.String({ ...Timestamp, description: 'When the last of these changes happened.' }),
  },
  { title: 'ActivityEntry' },
)

export type ActivityEntry = Static<typeof ActivityEntry>
