/** The checks of a payment. */
export const paymentChecks = [
  'allocation',
  'price',
  'overlapping_membership',
  'unknown_campaign',
  'repeated_reference',
] as const
export type PaymentCheck = (typeof paymentChecks)[number]

/** What happens with a payment in which a check finds something. */
export const checkActions = ['refuse', 'warn', 'off'] as const
export type CheckAction = (typeof checkActions)[number]

export type CheckSettings = Record<PaymentCheck, CheckAction>

/** The settings of all checks. One that is not stored warns: what the interface allows is not refused unless a treasurer wants it. */
export const checkSettingsOf = (stored: Partial<CheckSettings>) =>
  Object.fromEntries(paymentChecks.map(check => [check, stored[check] ?? 'warn'])) as CheckSettings

/** What a warning is about. */
export const warningKinds = ['transaction_bundle', 'transaction', 'membership', 'donation'] as const
export type WarningKind = (typeof warningKinds)[number]

/** What a check found in a bundle or in an item of it. */
export interface FoundWarning {
  check: PaymentCheck
  bundle_id: number
  kind: WarningKind
  target_id: number
  /** Another cause is another warning, also after this one was settled. */
  cause: string
  details: WarningDetails
  /** The item that is overlapped or repeated, with its bundle. */
  other_id: number | null
  other_bundle_id: number | null
}

/** The values that a warning is about. */
export interface WarningDetails {
  amount?: number
  expected_amount?: number
  currency?: string
  /** Of the price, where it differs. */
  expected_currency?: string
  code_campaign?: string
  external_transaction_id?: number
}

/** The item that a warning is about. */
export const targetKey = ({ check, kind, target_id }: Pick<FoundWarning, 'check' | 'kind' | 'target_id'>) =>
  `${check} ${kind} ${target_id}`
