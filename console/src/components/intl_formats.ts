// Creating a format of the browser takes longer than formatting: a list would create hundreds of them while it is drawn.

/** The format of a region with these options, created once. */
export const numberFormat = remembered(
  (region, options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat(region, options),
)
export const dateFormat = remembered(
  (region, options: Intl.DateTimeFormatOptions = {}) => new Intl.DateTimeFormat(region, options),
)

function remembered<Options, Format>(create: (region: string, options?: Options) => Format) {
  const known = new Map<string, Format>()
  return (region: string, options?: Options): Format => {
    const key = `${region} ${JSON.stringify(options)}`
    const format = known.get(key) ?? create(region, options)
    known.set(key, format)
    return format
  }
}
