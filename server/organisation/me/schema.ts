import { type Static, Type } from 'typebox'
import { Id, Locale, TimeZone } from '../../fields.ts'
import { Permission } from '../roles/schema.ts'
import { RankFields, RoleType, User } from '../users/schema.ts'

const SpaceName = Type.Object(
  { id: Id, name: Type.String(), locale: Locale, time_zone: TimeZone },
  { title: 'SpaceName' },
)

export const Me = {
  user: User,
  space: SpaceName,
  role: Type.Object({ id: Id, name: Type.String(), type: RoleType, ...RankFields }),
  permissions: Type.Array(Permission, { description: 'What both the role and the token allow.' }),
  spaces: Type.Array(SpaceName, { description: 'Every space the caller belongs to.' }),
}

export type Me = { [Field in keyof typeof Me]: Static<(typeof Me)[Field]> }
