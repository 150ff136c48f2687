/** 1234 cents as 12.34. */
export function inWholeUnits(amount: number | bigint, currency: string, point: string) {
  const digits = digitsOf(currency.toUpperCase())
  if (digits === 0) return String(amount)
  const [sign, whole] = amount < 0 ? ['-', -amount] : ['', amount]
  const text = String(whole).padStart(digits + 1, '0')
  return `${sign}${text.slice(0, -digits)}${point}${text.slice(-digits)}`
}

/** The same in SQL, of expressions for an amount and a currency, with a point. */
export function wholeUnitsIn(amount: string, currency: string) {
  const cases = Object.entries(decimals).map(
    ([count, codes]) => `when upper(${currency}) in ('${codes.replaceAll(' ', "', '")}') then ${count}`,
  )
  const digits = `(case ${cases.join(' ')} else 2 end)`
  return `round(${amount}::numeric / 10::numeric ^ ${digits}, ${digits})::text`
}

// The decimals of ISO 4217; all other currencies have two. Intl has the decimals of prices, which often leave out cents.
const decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const digits = new Map(
  Object.entries(decimals).flatMap(([count, codes]) => codes.split(' ').map(code => [code, Number(count)] as const)),
)

/** The number of decimals of a currency: two for the euro, none for the yen. */
export const digitsOf = (currency: string) => digits.get(currency) ?? 2
