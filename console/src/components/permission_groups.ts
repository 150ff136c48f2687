import type { permissions } from '../translations/en/permissions.ts'

export type Permission = keyof (typeof permissions)['name']

/** Every permission in its group. */
export const permission_groups = {
  people: ['users:read', 'users:invite', 'users:write', 'roles:assign', 'roles:write'],
  teams: ['teams:read', 'teams:write', 'teams:manage'],
  contacts: [
    'contacts:read',
    'contacts:sensitive',
    'contacts:write',
    'contacts:export',
    'filters:manage',
    'forms:read',
    'forms:write',
  ],
  field: ['actions:read', 'actions:write'],
  money: ['catalogue:read', 'catalogue:hidden', 'catalogue:write', 'finance:read', 'finance:write', 'finance:settings'],
  space: ['space:manage', 'audit:read', 'privacy:manage'],
  integrations: ['tokens:write', 'clients:manage', 'webhooks:manage'],
} as const satisfies Record<string, readonly Permission[]>

export type PermissionGroup = keyof typeof permission_groups

const group_names = Object.keys(permission_groups) as PermissionGroup[]

/** The groups with those of the permissions that are in them, without empty groups. */
export const groupsWith = (some: readonly string[]) =>
  group_names
    .map(name => ({ name, permissions: permissionsOf(name).filter(word => some.includes(word)) }))
    .filter(({ permissions }) => permissions.length > 0)

const permissionsOf = (name: PermissionGroup): readonly Permission[] => permission_groups[name]

/** Whether the group has nothing but these. */
export const isWhole = (name: PermissionGroup, chosen: readonly string[]) =>
  permissionsOf(name).every(word => chosen.includes(word))

/** With these one can take data out of Muster, erase people, or gain more permissions. */
export const sensitive: readonly string[] = [
  'users:write',
  'roles:assign',
  'roles:write',
  'contacts:sensitive',
  'contacts:export',
  'privacy:manage',
  'clients:manage',
  'webhooks:manage',
] satisfies Permission[]

/** Usual choices to start from. Undefined: everything. */
export const presets = {
  read_only: [
    'users:read',
    'teams:read',
    'contacts:read',
    'forms:read',
    'actions:read',
    'catalogue:read',
    'finance:read',
  ],
  treasurer: [...permission_groups.money, 'contacts:read', 'contacts:write'],
  organiser: [
    ...['users:read', 'users:invite', 'teams:read', 'teams:write', 'contacts:read', 'contacts:sensitive'],
    ...['contacts:write', 'forms:read', 'actions:read', 'actions:write'],
  ],
  canvasser: ['teams:read', 'forms:read'],
  everything: undefined,
} satisfies Record<string, readonly string[] | undefined>

export type Preset = keyof typeof presets

/** What a preset ticks, of the permissions that the user may give. */
export const choiceOf = (preset: Preset, allowed: readonly Permission[]) =>
  allowed.filter(word => presets[preset]?.includes(word) ?? true)
