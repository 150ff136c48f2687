import { type Static, Type } from 'typebox'
import { allPermissions } from '../../access/permissions.ts'
import { Id, Locale } from '../../fields.ts'
import { RoleStanding, RoleType, User } from '../users/schema.ts'

const SpaceName = Type.Object({ id: Id, name: Type.String(), locale: Locale })

export const Me = {
  user: User,
  space: SpaceName,
  role: Type.Object({ id: Id, name: Type.String(), type: RoleType, ...RoleStanding }),
  permissions: Type.Array(Type.Enum(allPermissions), { description: 'What role and token allow together.' }),
  spaces: Type.Array(SpaceName, { description: 'Every space the person belongs to.' }),
}

export type Me = { [Field in keyof typeof Me]: Static<(typeof Me)[Field]> }
