import { type Static, Type } from 'typebox'
import { roleTypes } from '../../access/permissions.ts'
import { Email, Id, Line, nullable, PlainLine, Text, Timestamp, Url } from '../../fields.ts'

export const RoleType = Type.Enum([...roleTypes], { title: 'RoleType' })

/** The position of a role among the others. */
export const RankFields = {
  order: Type.Integer({ description: '1 superadmin, 2 admin, 3 manager, 4 user, 0 for every custom role.' }),
  rank: Type.Integer({ description: 'The lower the number, the higher the role.' }),
}

const RoleSummary = Type.Object(
  { id: Id, name: Type.String(), ...RankFields, type: RoleType },
  { title: 'RoleSummary' },
)

/** The fields of a user that can be changed. */
const profile = {
  firstname: Line,
  surname: Line,
  phone: Line,
  address: Text,
  city: Line,
  postal: Line,
  location: Type.String({ maxLength: 500, description: 'Latitude and longitude, separated by a comma.' }),
  avatar: Url,
  birthdate: nullable(Timestamp),
}

// A pending member has an empty language. A client may send it back; it changes nothing.
const LocaleOrEmpty = Type.String({
  pattern: '^([a-z]{2}(-[A-Z]{2})?)?$',
  description: 'A language such as fr or en-GB; empty while the membership is pending.',
})

const Profile = Type.Object({
  ...profile,
  firstname: PlainLine,
  surname: PlainLine,
  locale: LocaleOrEmpty,
})

export const User = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: nullable(Timestamp),
    created: Timestamp,
    mail: Type.String({ description: 'The mail address in this space; empty if the caller may not see it.' }),
    ...profile,
    locale: LocaleOrEmpty,
    group_id: Id,
    selected_group_id: Type.Array(Id),
    role: Type.String({ description: 'The name of the role.' }),
    role_data: RoleSummary,
  },
  { title: 'User' },
)

export const UserChange = {
  mail: Email,
  ...Type.Partial(Profile).properties,
  selected_group_id: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  UpdateToken: Type.Optional(
    Type.Boolean({ description: 'Must be true to change `selected_group_id`. Can also be sent next to `data`.' }),
  ),
}

export type User = Static<typeof User>
export type Profile = Partial<Static<typeof Profile>> & { mail: string }
