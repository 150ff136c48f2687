export type Language = 'fr' | 'en'

/** Longer headers are cut: nobody reads so many languages. */
const length_max = 200

/** The supported language that a client prefers, by its Accept-Language header. */
export function languageOf(acceptLanguage: string, otherwise: Language = 'en'): Language {
  const preferences = acceptLanguage
    .slice(0, length_max)
    .split(',')
    .map(part => {
      const [tag = '', quality] = part.split(';').map(text => text.trim().toLowerCase())
      return {
        language: tag.split('-')[0],
        weight: quality === undefined ? 1 : Number(quality.replace(/^q *= */, '')) || 0,
      }
    })
  const [best] = preferences
    .filter(({ language, weight }) => weight > 0 && (language === 'fr' || language === 'en'))
    .sort((a, b) => b.weight - a.weight)
  return (best?.language as Language | undefined) ?? otherwise
}
