// The one list of the settings: the menu, the overview, the search of the settings and the command palette read it.

import { type Tab as FinanceTab, tabs as finance_tabs } from '../money/transaction_settings/search_params.ts'

/** The groups in their order. A group without sections for the user is not shown. */
export const group_names = ['you', 'people', 'sign_in', 'organisation', 'money', 'data', 'integrations'] as const
export type GroupName = (typeof group_names)[number]

/** The key of a text and its namespace. */
export interface TextKey {
  key: string
  ns: string
}

/** A setting in a section: `id` is that of its field on the page. */
export interface SettingsField {
  id: string
  text: TextKey
  needs: readonly string[]
}

export interface Section {
  name: string
  group: GroupName
  /** Its path in the console; that of the account is outside of it. */
  to: string
  search?: { tab: string }
  isOutside?: boolean
  text: TextKey
  /** One sentence. */
  about: TextKey
  /** Other words it is found by. */
  words: TextKey
  needs: readonly string[]
  fields: readonly SettingsField[]
}

type Fields = readonly (readonly [id: string, key: string, ...needs: string[]])[]

const section = (group: GroupName, name: string, needs: readonly string[], fields: Fields = []): Section => ({
  ...{ name, group, needs, to: `/settings/${name}` },
  text: { key: `section.${name}`, ns: 'settings' },
  ...searchTexts(name),
  fields: fieldsIn('settings', fields),
})

const financeSection = (name: FinanceTab, fields: Fields = [], ns = 'finance'): Section => ({
  ...{ name, group: 'money', needs: ['finance:read', 'catalogue:read'] },
  ...{ to: '/settings/finance', search: { tab: name } },
  text: { key: `tab.${name}`, ns: 'finance' },
  ...searchTexts(name),
  fields: fieldsIn(ns, fields),
})

const searchTexts = (name: string) => ({
  about: { key: `about.${name}`, ns: 'settings_search' },
  words: { key: `words.${name}`, ns: 'settings_search' },
})

const fieldsIn = (ns: string, fields: Fields) => fields.map(([id, key, ...needs]) => ({ id, text: { key, ns }, needs }))

const money: Partial<Record<FinanceTab, Section>> = {
  methods: financeSection('methods', [
    ['default_status_id', 'default_status'],
    ['default_membership_price_id', 'default_membership'],
    ['default_donation_price_id', 'default_donation'],
  ]),
  numbering: financeSection('numbering', [
    ['membership_prefix', 'membership_prefix'],
    ['membership_serial', 'membership_serial'],
    ['batch_prefix', 'batch_prefix'],
    ['batch_serial', 'batch_serial'],
    ['max_batch_size', 'max_batch_size'],
    ['currency', 'currency'],
  ]),
  ledger: financeSection('ledger', [['siren', 'settings.siren']], 'ledger'),
}

export const sections: readonly Section[] = [
  { ...section('you', 'account', []), to: '/account', isOutside: true },
  section(
    'you',
    'tokens',
    [],
    [
      ['token_name', 'token_name'],
      ['token_duration', 'valid_for'],
    ],
  ),
  section('people', 'users', ['users:read'], [['users_seen', 'seen_filter', 'users:write']]),
  section('people', 'invitations', ['users:invite'], [['addresses', 'addresses']]),
  section('people', 'roles', ['roles:assign'], [['new_role', 'make_role', 'roles:write']]),
  section('sign_in', 'identity_providers', ['space:manage']),
  section(
    'organisation',
    'space',
    ['space:manage'],
    [
      ['space_name', 'space_name'],
      ['locale', 'language'],
      ['time_zone', 'time_zone'],
      ['second_factor_required', 'require_factor'],
      ['legal_name', 'identity.legal_name'],
      ['postal_address', 'identity.postal_address'],
      ['siren', 'identity.siren'],
      ['rna', 'identity.rna'],
      ['charity_number', 'identity.charity_number'],
      ['company_number', 'identity.company_number'],
      ['signatory', 'identity.signatory'],
    ],
  ),
  section('organisation', 'map', ['space:manage']),
  section('organisation', 'forms', ['forms:write']),
  ...finance_tabs.map(tab => money[tab] ?? financeSection(tab)),
  section('data', 'privacy', ['privacy:manage']),
  section(
    'data',
    'audit',
    ['audit:read'],
    [
      ['audit_kind', 'filter_audit'],
      ['audit_person', 'filter_audit_person'],
    ],
  ),
  section('data', 'jobs', ['contacts:write']),
  section('integrations', 'integrations', ['clients:manage'], [['new_integration', 'make_integration']]),
  section('integrations', 'webhooks', ['webhooks:manage']),
]

type May = (...permissions: string[]) => boolean

/** The sections that the user may open, each with the fields that they may use. */
export const sectionsFor = (may: May): Section[] =>
  sections
    .filter(({ needs }) => may(...needs))
    .map(section => ({ ...section, fields: section.fields.filter(({ needs }) => may(...needs)) }))

/** By group, without empty groups. */
export const groupsOf = (shown: readonly Section[]) =>
  group_names
    .map(name => ({ name, sections: shown.filter(({ group }) => group === name) }))
    .filter(({ sections }) => sections.length > 0)
