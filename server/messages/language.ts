export type Language = 'fr' | 'en'

/** The supported language that a client prefers, by its Accept-Language header. */
export function languageOf(acceptLanguage: string, otherwise: Language = 'en'): Language {
  const preferences = acceptLanguage.split(',').map(part => {
    const [tag = '', quality] = part.trim().split(/\s*;\s*q\s*=\s*/i)
    return {
      language: tag.split('-')[0]?.toLowerCase(),
      weight: quality === undefined ? 1 : Number(quality) || 0,
    }
  })
  const [best] = preferences
    .filter(({ language, weight }) => weight > 0 && (language === 'fr' || language === 'en'))
    .sort((a, b) => b.weight - a.weight)
  return (best?.language as Language | undefined) ?? otherwise
}
