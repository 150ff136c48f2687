// Creating a format of the browser takes longer than formatting: a list would create hundreds of them while it is drawn.

/** The format of a region with these options, created once. */
export const numberFormat = remembered(
  (region, options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat(region, options),
)
export const dateFormat = remembered(
  (region, options: Intl.DateTimeFormatOptions = {}) => new Intl.DateTimeFormat(region, options),
)

/** A number or an amount to read: with a true minus sign, which is as wide as the plus and never breaks a line. */
export const writtenNumber = (
  region: string,
  value: number | bigint | Intl.StringNumericLiteral,
  options?: Intl.NumberFormatOptions,
) => numberFormat(region, options).format(value).replaceAll('-', '−')

function remembered<Options, Format>(create: (region: string, options?: Options) => Format) {
  const known = new Map<string, Format>()
  return (region: string, options?: Options): Format => {
    const key = `${region} ${JSON.stringify(options)}`
    const format = known.get(key) ?? create(region, options)
    known.set(key, format)
    return format
  }
}
