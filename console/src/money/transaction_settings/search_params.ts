export const tabs = [
  'memberships',
  'donations',
  'statuses',
  'campaigns',
  'methods',
  'numbering',
  'periods',
  'ledger',
  'bank',
  'checks',
  'contributions',
] as const
export type Tab = (typeof tabs)[number]

export const parseFinanceSearch = ({ tab }: Record<string, unknown>): { tab?: Tab | undefined } =>
  tabs.includes(tab as Tab) ? { tab: tab as Tab } : {}
