import type { RoleType } from '../access/permissions.ts'
import type { SentContact } from '../contacts/core/shape.ts'
import type { Form, FormKind } from '../contacts/forms/schema.ts'
import type { NewRelationship } from '../contacts/relationships/schema.ts'
import type { NewSavedFilter } from '../contacts/saved_filters/schema.ts'
import type { NewView } from '../money/payment_views/schema.ts'

// What differs between the spaces of the demo: names, places, texts and amounts. The steps that write them are shared.

export interface DemoData {
  name: string
  locale: 'fr' | 'en'
  time_zone: string
  /** The country of addresses and of nationals. */
  country: string
  currency: string
  accounts: { type: RoleType; firstname: string; surname: string; mail: string }[]
  users: DemoUsers
  teams: DemoTeam[]
  forms: DemoForms
  contacts: DemoContacts
  money: DemoMoney
  bank: DemoBank
  actions: DemoActions
  notes: DemoNotes
  views: DemoViews
}

export interface DemoUsers {
  people: (readonly [firstname: string, surname: string, type: RoleType, locale: string])[]
  places: (readonly [address: string, city: string, postal: string, location: string])[]
  mail_domain: string
  phoneOf: (index: number) => string
}

export interface DemoTeam {
  name: string
  description: string
  private?: boolean
  hide_users?: boolean
  /** Surnames. */
  leaders: string[]
  users: string[]
  address?: Record<string, string>
}

/** The questions by the role they have in the demo. */
export const questionKeys = [
  'newsletter',
  'calls',
  'support',
  'priorities',
  'idea',
  'job',
  'household',
  'first_met',
  'language',
  'assembly',
  'help',
] as const
export type QuestionKey = (typeof questionKeys)[number]

interface Question {
  kind: FormKind
  type: Form['type']
  label: string
  values: string[]
}

export interface DemoForms {
  questions: Record<QuestionKey, Question>
  /** The texts that the newsletter consent had: the second since the start of 2025. */
  newsletter: { first: string; second: string; help: string }
}

export interface Names {
  women: string[]
  men: string[]
  surnames: string[]
  towns: string[]
  country: string
}

export type HomeStreet = readonly [
  street: string,
  postal_code: string,
  city: string,
  latitude: number,
  longitude: number,
]

export interface DemoContacts {
  /** How many there are, with the neighbours and the duplicates. */
  count: number
  tags: string[]
  sources: string[]
  jobs: string[]
  ideas: string[]
  names: Names
  /** Names of people who came from elsewhere, for one in so many. */
  newcomers: { names: Names; one_in: number }
  streets: HomeStreet[]
  /** Streets where each house has its place. */
  canvassed: Street[]
  /** What follows some house numbers. */
  house_suffix: string
  former_prefix: string
  /** Numbers reserved for fiction, a different one for each contact. */
  mobileOf: (index: number) => string
  phoneOf: (index: number) => string
  incomplete_mobile: string
  /** The first contacts, who have notes, tasks, families and a household. */
  neighbours: SentContact[]
  /** The last contacts, two of one person each. */
  duplicates: [SentContact, SentContact][]
}

export interface DemoMoney {
  prices: { group: string; full: string; reduced: string; lifetime: string }
  /** In minor units. */
  fees: { full: number; reduced: number; lifetime: number }
  gifts: number[]
  giftName: (amount: number) => string
  campaigns: { appeal: { code: string; name: string }; letter: { code: string; name: string } }
  membership_prefix: string
  batch_prefix: string
  former_status: string
  cheque_banks: string[]
  affectation: string
  /** How many payments there are in January, in the month of the appeal, and in any other month. */
  payments: { january: number; appeal: number; other: number }
  comments: { refunded: string; bounced: string; pending: string; unpaid: string; cancelled: string; other: string }
  batches: { deposited: string; open: string }
}

export interface DemoBank {
  account_name: string
  iban: string
  ledger: { bank: string; fees: string; equity: string }
  opening_balance: number
  fee: number
  rule_name: string
  fee_text: string
  batchName: (month: string) => string
  statementName: (month: string) => string
  transferText: (name: string) => string
  debitText: (name: string) => string
  returnText: (name: string) => string
  depositText: (batch: string, cheques: number) => string
  payout: { text: string; counterparty: string }
  monthly_gift: string
  membership: string
  support: string
  stranger: string
  grant: { amount: number; name: string; text: string }
  gift: string
  strangers: string[]
  ibanOf: (contact_id: number) => string
}

/** A street: the position of its first house, and the ways to the next one on its side and to the even side, in degrees. */
export interface Street {
  street: string
  postalcode: string
  citycode: string
  city: string
  from: [latitude: number, longitude: number]
  step: [latitude: number, longitude: number]
  across: [latitude: number, longitude: number]
  houses: number
}

export interface ActionPlan {
  name: string
  pitch: string
  public: boolean
  goal: number
  /** Days from today. */
  start: number
  end: number
  teams: string[]
  streets: Street[]
  visits: number
  /** How many doors of a current action have no visit yet; else three in ten. */
  left?: number
  declared?: number
  archived?: boolean
  /** The parts of its area, with the team that has each. */
  turfs?: { corners: number[][]; team?: string }[]
  /** Whether the contacts that match it are added, and by what. */
  more?: object
}

export interface DemoActions {
  plans: ActionPlan[]
  /** Of visits with a conversation; half of those have none. */
  remarks: string[]
  declared_comment: string
}

/** People are numbers: contacts by their place among the neighbours, users by their place in the space. */
export interface DemoNotes {
  /** Contact, author, days ago, text; `@1` mentions the second user. The last is whether it is pinned. */
  notes: [contact: number, author: number, days_ago: number, text: string, pinned?: boolean][]
  /** Contact or null, author, assignee or null, days until it is due or null, title. The last is whether it is done. */
  tasks: [
    contact: number | null,
    author: number,
    assignee: number | null,
    due: number | null,
    title: string,
    done?: boolean,
  ][]
  /** What the second contact is to the first. */
  relationships: [contact: number, other: number, kind: NewRelationship['kind'], label?: string][]
  /** The members; the first gives the address and the name. */
  households: number[][]
  householdName: (surname: string) => string
}

export interface DemoViews {
  contacts: Pick<NewSavedFilter, 'name' | 'query'>[]
  payments: Pick<NewView, 'name' | 'filters'>[]
}

/** The lists of names are separated by blanks; an underscore stands for a blank within a name. */
export const words = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map(word => word.replaceAll('_', ' '))

export const pair = (number: number) => String(number).padStart(2, '0')

/** A query of contacts that fit every one of these conditions. */
export const all = (...conditions: [attr: string, ope: string, value?: string][]) => ({
  $all: [{ $all: conditions.map(([attr, ope, value]) => ({ $condition: { attr, ope, value } })) }],
})
