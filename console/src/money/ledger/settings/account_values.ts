import type { LedgerSettings } from '../../../api.ts'
import type { SettingsChange } from '../data.ts'

/** The fields of the form. A method or price without an account has an empty text. */
export type AccountValues = Omit<LedgerSettings, 'validated_until' | 'opening_year' | 'posted'>

export const kinds = [
  ...(['people', 'money', 'waiting', 'memberships', 'donations', 'refunds', 'fees'] as const),
  ...(['surplus', 'deficit', 'opening'] as const),
] as const
export const maps = ['methods', 'membership_prices', 'donation_prices'] as const
export type AccountMap = (typeof maps)[number]

const is_account = /^[0-9]{3}[0-9A-Za-z]{0,17}$/

const isAccount = (text: string) => is_account.test(text)

const isSiren = (text: string) => /^([0-9]{9})?$/.test(text)

/** The fields with a wrong value, by their path in the settings. */
export function wrongFields(values: AccountValues): string[] {
  const { siren, accounts } = values
  const isWrong = (account: string) => accountFault(values, account) !== undefined
  const entered = maps.flatMap(map =>
    Object.entries(values[map]).map(([name, text]) => [`${map}.${name}`, text] as const),
  )
  return [
    ...(isSiren(siren) ? [] : ['siren']),
    ...kinds.filter(kind => isWrong(accounts[kind])).map(kind => `accounts.${kind}`),
    ...entered.filter(([, text]) => text !== '' && isWrong(text)).map(([path]) => path),
  ]
}

/** The accounts that are entered, in order. */
export function accountsIn({ accounts, ...values }: AccountValues): string[] {
  const all = [...kinds.map(kind => accounts[kind]), ...maps.flatMap(map => Object.values(values[map]))]
  return [...new Set(all.filter(isAccount))].sort()
}

/** The accounts of the chart with their names, which are empty where there is none, in order. */
export const chartOf = ({ labels, ...values }: AccountValues) =>
  new Map(
    [...new Set([...Object.keys(labels), ...accountsIn({ labels, ...values })])]
      .sort()
      .map(account => [account, labels[account] ?? '']),
  )

/** Why nothing can be booked to an account of this number; undefined if it can. */
export function accountFault({ preset, labels }: Pick<AccountValues, 'preset' | 'labels'>, account: string) {
  if (!isAccount(account)) return 'account_wrong'
  const isFrench = /^[1-8]/.test(account) || Object.hasOwn(labels, account)
  return preset === 'generic' || isFrench ? undefined : 'account_class'
}

/** What changed. A new preset replaces all accounts, so none are sent with it. */
export function changeOf(values: AccountValues, before: LedgerSettings): SettingsChange {
  const { preset, siren, year_end, accounts, labels, ...rest } = values
  const after: SettingsChange =
    preset === before.preset
      ? {
          siren,
          year_end,
          accounts,
          labels: withoutEmpty(labels),
          methods: withoutEmpty(rest.methods),
          membership_prices: withoutEmpty(rest.membership_prices),
          donation_prices: withoutEmpty(rest.donation_prices),
        }
      : { preset, siren, year_end }
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, before[name as keyof LedgerSettings])),
  )
}

const withoutEmpty = (map: Record<string, string>) =>
  Object.fromEntries(Object.entries(map).filter(([, text]) => text !== ''))

const isSame = (one: unknown, other: unknown) => sorted(one) === sorted(other)

const sorted = (value: unknown) =>
  JSON.stringify(typeof value === 'object' && value !== null ? Object.entries(value).sort() : value)
