import type { Operations } from '../../api.ts'
import type { Permission } from '../../components/permission_groups.ts'

export type EventType = NonNullable<Operations['webhooks.create']['args']['data']['types']>[number]

const life = ['created', 'updated', 'deleted'] as const

/** The events by area and subject, and the permission needed to receive them. */
const catalogue = {
  people: {
    contact: ['contacts:read', ...life, 'restored', 'merged', 'unmerged', 'erased'],
    note: ['contacts:sensitive', ...life],
    file: ['contacts:sensitive', ...life],
    task: ['contacts:read', ...life],
    relationship: ['contacts:read', 'created', 'deleted'],
    household: ['contacts:read', ...life],
    form: ['forms:read', ...life],
    privacy_request: ['privacy:manage', 'created', 'updated'],
  },
  space: {
    user: ['users:read', 'joined', 'updated', 'suspended', 'restored', 'left'],
    invitation: ['users:invite', 'created', 'accepted', 'deleted'],
    team: ['teams:manage', ...life],
    role: ['users:read', ...life],
    space: ['users:read', 'updated'],
  },
  money: {
    transaction_bundle: ['finance:read', ...life],
    transaction_batch: ['finance:read', 'created', 'updated'],
    bank_account: ['finance:read', ...life],
    bank_statement: ['finance:read', 'created', 'deleted'],
    bank_line: ['finance:read', 'updated'],
    bank_rule: ['finance:read', ...life],
    transaction_status: ['catalogue:read', ...life],
    transaction_settings: ['catalogue:read', 'updated'],
    payment_checks: ['catalogue:read', 'updated'],
    payment_warning: ['finance:read', 'settled'],
    membership_price_group: ['catalogue:hidden', ...life],
    membership_price: ['catalogue:hidden', ...life],
    donation_price: ['catalogue:hidden', ...life],
    code_campaign: ['catalogue:hidden', ...life],
  },
  work: {
    action: ['actions:read', ...life, 'restored'],
    visit: ['actions:read', ...life],
    declared_visit: ['actions:read', 'created', 'deleted'],
  },
} as const

type Areas = typeof catalogue
type Named<Things> = {
  [Thing in keyof Things & string]: Things[Thing] extends readonly [Permission, ...infer Deeds extends string[]]
    ? `${Thing}.${Deeds[number]}`
    : never
}[keyof Things & string]
type Listed = { [Area in keyof Areas]: Named<Areas[Area]> }[keyof Areas]

// Fails to compile when the server's event types and this list differ.
const everything: [Exclude<EventType, Listed>, Exclude<Listed, EventType>] extends [never, never] ? true : never = true

export type Area = keyof Areas

export interface Subject {
  name: string
  types: EventType[]
}

/** The events that a user with these permissions can choose. */
export const eventChoices = (may: (permission: Permission) => boolean): { area: Area; subjects: Subject[] }[] =>
  (Object.entries(catalogue) as [Area, Record<string, readonly [Permission, ...string[]]>][])
    .map(([area, things]) => ({
      area,
      subjects: Object.entries(things)
        .filter(([, [needs]]) => everything && may(needs))
        .map(([name, [, ...changes]]) => ({ name, types: changes.map(change => `${name}.${change}` as EventType) })),
    }))
    .filter(({ subjects }) => subjects.length > 0)

/** The subjects of usual webhooks. */
const presets = {
  payments: ['transaction_bundle'],
  contacts: ['contact'],
  field: ['action', 'visit', 'declared_visit'],
} as const

/** Usual choices to start from, without those that the user may not receive. */
export const presetChoices = (areas: { subjects: Subject[] }[]) =>
  (Object.keys(presets) as (keyof typeof presets)[])
    .map(name => {
      const wanted: readonly string[] = presets[name]
      const subjects = areas.flatMap(area => area.subjects).filter(subject => wanted.includes(subject.name))
      return { name, types: subjects.flatMap(({ types }) => types) }
    })
    .filter(({ types }) => types.length > 0)
