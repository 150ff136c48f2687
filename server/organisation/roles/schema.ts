import { type Static, Type } from 'typebox'
import { allPermissions } from '../../access/permissions.ts'
import { Id, Name, PlainName, Timestamp } from '../../fields.ts'
import { RankFields, RoleType } from '../users/schema.ts'

export const Permission = Type.Enum(allPermissions, { title: 'Permission' })

const details = {
  color: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'A colour such as #35508f.' }),
  rank: Type.Integer({ ...RankFields.rank, minimum: 0, maximum: 1_000_000 }),
  web: Type.Boolean({ description: 'For users who work in the console.' }),
  mobile: Type.Boolean({ description: 'For users who work in the field.' }),
  permissions: Type.Array(Permission, {
    maxItems: allPermissions.length,
    description: 'Can only be set for a custom role.',
  }),
}

export const Role = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    name: Name,
    type: RoleType,
    order: RankFields.order,
    ...details,
  },
  { title: 'Role' },
)

export const NewRole = {
  name: PlainName,
  color: Type.String({ ...details.color, default: '#5b6470' }),
  rank: Type.Integer({ ...details.rank, default: 40 }),
  web: Type.Boolean({ ...details.web, default: true }),
  mobile: Type.Boolean({ ...details.mobile, default: true }),
  permissions: Type.Array(details.permissions.items, { ...details.permissions, default: [] }),
}

export const RoleChange = Type.Partial(Type.Object({ name: PlainName, ...details })).properties

export type Role = Static<typeof Role>
type Details = Pick<Role, 'name' | 'color' | 'rank' | 'web' | 'mobile' | 'permissions'>
export type NewRole = Details
export type RoleChange = Partial<Details>
