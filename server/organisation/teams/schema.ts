import { type Static, Type } from 'typebox'
import { Id, input, Line, Name, nullable, PlainName, Prose, RecordReference, Timestamp } from '../../fields.ts'
import { RankFields, RoleType, User } from '../users/schema.ts'

const Text = Type.String({ maxLength: 500 })

/** Where a team meets. `lattitude` is spelled as the programs that use this interface spell it. */
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
    description: 'Latitude and longitude, with a comma between them; follows the two fields where both are set.',
  }),
  score: Type.Number(),
  invalid: Type.Boolean(),
}

export const Address = Type.Object(address, { title: 'Address' })

// Newer programs write two of the names in another way; answers always use the first.
export const AddressInput = input(
  Type.Partial(Type.Object({ ...address, latitude: Text, house_number: Text })).properties,
  'AddressInput',
)

const people_max = 2000
const People = Type.Array(RecordReference, { default: [], maxItems: people_max })

// A full replace returns an omitted field to its default: these defaults are that rule.
const details = {
  description: Type.String({ ...Prose, default: '' }),
  private: Type.Boolean({
    default: false,
    description: 'Seen only by its people, its creator and those who manage teams.',
  }),
  hide_users: Type.Boolean({ default: false, description: 'Hides the users list from those who are not in the team.' }),
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

const stamps = { id: Id, created_at: Timestamp, updated_at: Timestamp, name: Name }

export const Team = Type.Object(
  {
    ...stamps,
    description: Prose,
    private: Type.Boolean(),
    hide_users: Type.Boolean(),
    leaders: Type.Array(TeamMember),
    users: Type.Array(TeamMember),
    address: nullable(Address),
  },
  { title: 'Team' },
)

export const PublicTeam = Type.Object(
  {
    ...stamps,
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
