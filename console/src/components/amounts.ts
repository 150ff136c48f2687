// Amounts are integers in minor units, such as cents. They are never converted to fractions.

/** An amount or a sum, which may exceed the safe integers. */
export type Sum = number | bigint

/** A response whose numbers may exceed the safe integers. */
export type WithSums<T> = T extends number ? Sum : T extends object ? { [Key in keyof T]: WithSums<T[Key]> } : T

/** Parses JSON. Integers that `JSON.parse` would round become bigints, if the browser gives access to their text. */
export function parseExactly(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? BigInt(context?.source ?? 0)
      : value
  return JSON.parse(text, revive)
}

/** Adds exactly: numbers are off by one beyond 2^53. */
export const sumOf = (amounts: Sum[]): bigint => amounts.reduce<bigint>((sum, amount) => sum + BigInt(amount), 0n)

// ISO 4217, as on the server; all other currencies have two. Intl knows how prices are written, often without decimals.
const decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const knownDigits = new Map(
  Object.entries(decimals).flatMap(([count, codes]) => codes.split(' ').map(code => [code, Number(count)] as const)),
)

/** The decimals of a currency: two for the euro, none for the yen. */
export const digitsOf = (currency: string) => knownDigits.get(currency.toUpperCase()) ?? 2

/** Minor units as a decimal text: dividing a large amount by 100 would be a cent off. */
export function wholeUnits(amount: Sum, digits: number): number | `${number}` {
  if (typeof amount === 'number' && !Number.isInteger(amount)) return amount / 10 ** digits
  const [, sign = '', text = ''] = /^(-?)(.*)$/.exec(String(BigInt(amount))) ?? []
  const padded = text.padStart(digits + 1, '0')
  const point = padded.length - digits
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}0` as `${number}`
}

/** Whether a text is an amount but for too many digits after the decimal separator of the user. */
export function hasTooManyDecimals(text: string, currency: string, decimal: string) {
  const digits = digitsOf(currency)
  const at = text.lastIndexOf(decimal)
  if (at < 0 || parseMoney(text, currency, decimal) !== undefined) return false
  return /^\d+$/.test(text.slice(at + 1).trim()) && parseMoney(text.slice(0, at + 1 + digits), currency) !== undefined
}

/**
 * Parses an amount in either decimal notation, in minor units; undefined if it is not one. After the decimal separator of the user, three
 * digits are too many decimals and no thousands.
 */
export function parseMoney(text: string, currency: string, decimal?: string): number | undefined {
  const digits = digitsOf(currency)
  const bare = text.replace(/[\s\u00a0\u202f€$£]|[a-z]{3}/gi, '')
  // With three decimals, 1.234 is not a thousand: a single separator is the decimal one.
  const plain = new RegExp(`^(\\d+)(?:[.,](\\d{1,${digits || 1}}))?$`).exec(bare)
  const grouped = new RegExp(`^(\\d{1,3}([.,'])\\d{3}(?:\\2\\d{3})*)(?:(?!\\2)[.,](\\d{1,${digits || 1}}))?$`).exec(
    bare,
  )
  if (!plain && grouped?.[1]?.split(/\D/).length === 2 && grouped[2] === decimal && !grouped[3]) return undefined
  const [whole, decimals] = plain ? [plain[1], plain[2]] : [grouped?.[1], grouped?.[3]]
  if (whole === undefined || (digits === 0 && decimals)) return undefined
  const amount = Number(whole.replace(/\D/g, '') + (decimals ?? '').padEnd(digits, '0'))
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** The sums of amounts by currency. */
export function sumByCurrency(parts: { currency: string; amount: Sum }[]): [currency: string, amount: bigint][] {
  const sums = new Map<string, bigint>()
  for (const { currency, amount } of parts)
    sums.set(currency.toUpperCase(), sumOf([sums.get(currency.toUpperCase()) ?? 0, amount]))
  return [...sums].sort(([one], [other]) => one.localeCompare(other))
}
