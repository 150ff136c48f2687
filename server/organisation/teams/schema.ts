import { type Static, Type } from 'typebox'
import { Id, input, Line, Name, nullable, PlainName, Prose, RecordReference, Timestamp } from '../../fields.ts'
import { RankFields, RoleType, User } from '../users/schema.ts'

const Text = Type.String({ maxLength: 500 })

/** Where a team meets. The interface spells `lattitude` this way. */
const address = {
  housenumber: Text,
  street: Text,
  postalcode: Text,
  citycode: Text,
  city: Text,
  state: Text,
  country: Text,
  addition: Text,
  infos: Text,
  building: Text,
  floor: Text,
  door: Text,
  pollingstation: Text,
  building_type: Text,
  lattitude: Text,
  longitude: Text,
  location: Type.String({
    maxLength: 500,
    description: 'Latitude and longitude, separated by a comma; derived from the two fields when both are set.',
  }),
  score: Type.Number(),
  invalid: Type.Boolean(),
}

export const Address = Type.Object(address, { title: 'Address' })

// Newer clients send two of the fields under other names; responses always use the first names.
export const AddressInput = input(
  Type.Partial(Type.Object({ ...address, latitude: Text, house_number: Text })).properties,
  'AddressInput',
)

const people_max = 2000
const People = Type.Array(RecordReference, { default: [], maxItems: people_max })

// PATCH /teams resets an omitted field to its default, which is declared here.
const details = {
  description: Type.String({ ...Prose, default: '' }),
  private: Type.Boolean({
    default: false,
    description: 'Visible only to its leaders and users, its creator, and users with the permission teams:manage.',
  }),
  hide_users: Type.Boolean({ default: false, description: 'Hides the list of users from people outside the team.' }),
  leaders: People,
  users: People,
  address: Type.Optional(nullable(AddressInput)),
}

export const NewTeam = input({ name: PlainName, ...details }, 'NewTeam')
export const ReplacedTeam = input({ id: Id, name: Type.Optional(PlainName), ...details }, 'ReplacedTeam')

export const TeamMember = Type.Object(
  {
    id: Id,
    firstname: Line,
    surname: Line,
    mail: Type.String(),
    avatar: Type.String(),
    phone: Type.String(),
    role: Type.String(),
    role_data: Type.Object({
      id: Id,
      name: Type.String(),
      color: Type.String(),
      type: RoleType,
      ...RankFields,
    }),
  },
  { title: 'TeamMember' },
)

const head = { id: Id, created_at: Timestamp, updated_at: Timestamp, name: Name }

export const Team = Type.Object(
  {
    ...head,
    description: Prose,
    private: Type.Boolean(),
    hide_users: Type.Boolean(),
    created_by: Id,
    leaders: Type.Array(TeamMember),
    users: Type.Array(TeamMember),
    address: nullable(Address),
  },
  { title: 'Team' },
)

export const PublicTeam = Type.Object(
  {
    ...head,
    description: Prose,
    leaders: Type.Array(User),
    users: Type.Array(User),
    hide_users: Type.Boolean(),
    address: nullable(Address),
  },
  { title: 'PublicTeam' },
)

export type Address = Static<typeof Address>
export type AddressInput = Static<typeof AddressInput>
export type Team = Static<typeof Team>
export type PublicTeam = Static<typeof PublicTeam>
export type NewTeam = Static<typeof NewTeam>
export type ReplacedTeam = Static<typeof ReplacedTeam>
