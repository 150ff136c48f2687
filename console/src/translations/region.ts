/**
 * The language of the texts with the region of the reader, for numbers and dates. A browser that prefers this language says the region itself:
 * en-GB is British. A browser in another language gives its region: an English page has the dates of Germany in a German browser.
 */
export function regionFor(language: string, preferred: readonly string[]): string {
  const own = preferred.find(tag => tag === language || tag.startsWith(`${language}-`))
  if (own) return own
  const region = regionOf(preferred[0])
  return region ? `${language}-${region}` : language
}

/** The region of a language tag, or that where the language is mostly spoken. */
function regionOf(tag: string | undefined): string | undefined {
  try {
    return tag ? new Intl.Locale(tag).maximize().region : undefined
  } catch {
    return undefined
  }
}
