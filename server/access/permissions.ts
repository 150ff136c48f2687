/** Every permission, and what it allows. */
export const permissions = {
  'users:read': 'See every user of the space.',
  'users:write': 'See and change the private details of users, and remove them.',
  'users:invite': 'Invite people and see pending invitations.',
  'roles:assign': "Give people roles up to one's own rank.",
  'roles:write': 'Define roles.',
  'teams:read': "See public teams and one's own.",
  'teams:write': 'Create teams, and change those one leads or made.',
  'teams:manage': 'See and change every team.',
  'catalogue:read': 'See price catalogues, statuses and settings.',
  'catalogue:hidden': 'See hidden prices and campaign codes.',
  'catalogue:write': 'Change price catalogues, statuses and campaign codes.',
  'finance:read': 'See payments and their history.',
  'finance:write': 'Record and change payments.',
  'finance:settings': 'Change how payments are recorded.',
  'contacts:read': 'See every contact.',
  'contacts:sensitive': 'See tags, consents, form answers and notes of contacts.',
  'contacts:write': 'Create and change contacts.',
  'contacts:export': 'Export contacts.',
  'filters:manage': 'Change filters that others have shared.',
  'actions:read': 'See every action.',
  'actions:write': 'Create and change actions.',
  'forms:read': 'See forms.',
  'forms:write': 'Create and change forms.',
  'tokens:write': "Manage one's own access tokens.",
  'clients:manage': 'Manage integrations.',
  'webhooks:manage': 'Manage webhooks.',
  'audit:read': 'Read the audit log.',
  'privacy:manage': 'Answer requests about personal data.',
  'space:manage': 'Change the settings of the space.',
} as const

export type Permission = keyof typeof permissions

export const allPermissions = Object.keys(permissions) as Permission[]

export const roleTypes = ['superadmin', 'admin', 'manager', 'user', 'custom'] as const

export type RoleType = (typeof roleTypes)[number]

const user: Permission[] = ['teams:read', 'catalogue:read', 'forms:read', 'tokens:write']

const manager: Permission[] = [
  ...user,
  'users:read',
  'users:invite',
  'teams:write',
  'catalogue:hidden',
  'contacts:read',
  'contacts:write',
  'actions:read',
  'actions:write',
]

const admin: Permission[] = [
  ...manager,
  'users:write',
  'roles:assign',
  'teams:manage',
  'catalogue:write',
  'finance:read',
  'finance:write',
  'finance:settings',
  'contacts:sensitive',
  'filters:manage',
  'forms:write',
  'clients:manage',
  'webhooks:manage',
  'audit:read',
]

/** The permissions of the built-in roles. A custom role has its own list. */
export const permissionsOf: Record<Exclude<RoleType, 'custom'>, readonly Permission[]> = {
  superadmin: allPermissions,
  admin,
  manager,
  user,
}

/** The `order` of each role type in the interface. The hierarchy of roles is decided by `rank`. */
export const orderOfType: Record<RoleType, number> = { superadmin: 1, admin: 2, manager: 3, user: 4, custom: 0 }

/** The four roles of a new space, highest first. The gaps between their ranks are for custom roles. */
export const builtInRoles = [
  { type: 'superadmin', rank: 10, color: '#7a1f3d' },
  { type: 'admin', rank: 20, color: '#b3471b' },
  { type: 'manager', rank: 30, color: '#1f6f5c' },
  { type: 'user', rank: 40, color: '#35508f' },
] as const

/** The permissions of a role, without stored ones that no longer exist. */
export function permissionsOfRole(role: { type: RoleType; permissions: readonly string[] }): readonly Permission[] {
  if (role.type !== 'custom') return permissionsOf[role.type]
  return role.permissions.filter((word): word is Permission => word in permissions)
}
