import { matchTexts } from '../components/fuzzy_match.ts'
import type { Section, SettingsField, TextKey } from './sections.ts'

export interface FoundSetting {
  section: Section
  /** Undefined if the section itself is found. */
  field?: SettingsField
}

const shown_max = 12

/** The sections and fields that have the typed words, best first; those that need a wrong letter forgiven last. */
export function findSettings(typed: string, sections: readonly Section[], textOf: (text: TextKey) => string) {
  return sections
    .flatMap((section): (FoundSetting & { texts: string[] })[] => [
      { section, texts: [textOf(section.text), textOf(section.words), textOf(section.about)] },
      ...section.fields.map(field => ({ section, field, texts: [textOf(field.text), textOf(wordsOf(field))] })),
    ])
    .flatMap(({ texts, ...found }) => {
      const match = matchTexts(typed, texts)
      return match ? [{ ...found, ...match }] : []
    })
    .sort((one, other) => Number(one.typo) - Number(other.typo) || one.rank - other.rank)
    .slice(0, shown_max)
    .map(({ section, field }): FoundSetting => ({ section, ...(field && { field }) }))
}

/** Other words that a field is found by. */
export const wordsOf = ({ id }: SettingsField): TextKey => ({ key: `field.${id}`, ns: 'settings_search' })
