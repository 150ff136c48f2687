// Amounts are whole numbers of minor units, such as cents. They are added up and written without ever being a fraction.

/** An amount, or a sum of them, which may be more than a number holds. */
export type Sum = number | bigint

/** Adds up exactly: numbers are off by one beyond 2^53. */
export const sumOf = (amounts: Sum[]): bigint => amounts.reduce<bigint>((sum, amount) => sum + BigInt(amount), 0n)

// ISO 4217, as the server counts; all others have two. Browsers know how people write prices, which is often without the cents.
const decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const knownDigits = new Map(
  Object.entries(decimals).flatMap(([count, codes]) => codes.split(' ').map(code => [code, Number(count)] as const)),
)

/** How many decimals a currency has: two for the euro, none for the yen. */
export const digitsOf = (currency: string) => knownDigits.get(currency.toUpperCase()) ?? 2

/** Minor units as a decimal text, which can be formatted to the last digit; a large amount divided by 100 is a cent off. */
export function wholeUnits(amount: Sum, digits: number): number | `${number}` {
  if (typeof amount === 'number' && !Number.isInteger(amount)) return amount / 10 ** digits
  const [, sign = '', text = ''] = /^(-?)(.*)$/.exec(String(BigInt(amount))) ?? []
  const padded = text.padStart(digits + 1, '0')
  const point = padded.length - digits
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}0` as `${number}`
}

/** What somebody typed, in either manner of writing, as minor units; undefined when it is no amount. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency)
  const bare = text.replace(/[\s\u00a0\u202f€$£]|[a-z]{3}/gi, '')
  // Where a currency has three decimals, 1.234 is not a thousand: a single sign divides the decimals.
  const plain = new RegExp(`^(\\d+)(?:[.,](\\d{1,${digits || 1}}))?$`).exec(bare)
  const grouped = new RegExp(`^(\\d{1,3}([.,'])\\d{3}(?:\\2\\d{3})*)(?:(?!\\2)[.,](\\d{1,${digits || 1}}))?$`).exec(
    bare,
  )
  const [whole, decimals] = plain ? [plain[1], plain[2]] : [grouped?.[1], grouped?.[3]]
  if (whole === undefined || (digits === 0 && decimals)) return undefined
  const amount = Number(whole.replace(/\D/g, '') + (decimals ?? '').padEnd(digits, '0'))
  return Number.isSafeInteger(amount) ? amount : undefined
}
