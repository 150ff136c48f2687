import { id_max } from '../../../fields.ts'

/** The amounts in cents that a search text may mean, such as 12, 12.5, −12,50 € or 1 250. None if it is no amount. */
export function amountsIn(text: string): number[] {
  const plain = text.replace(/[€$£]|\b[A-Z]{3}\b/g, '').trim()
  const [, whole = '', decimals = ''] = /^[-−+]?(\d{1,3}(?:[\s.,'’]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/u.exec(plain) ?? []
  const amount = Number(`${whole.replace(/\D/g, '')}${decimals.padEnd(2, '0')}`)
  return whole !== '' && amount <= id_max ? [amount] : []
}
