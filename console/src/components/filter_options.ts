import { type ComboboxParsedItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { matchesWords } from './text_match.ts'

/** The options with every word that is typed, ignoring case and accents. */
export const filterOptions: OptionsFilter = ({ options, search, limit }) => {
  const fits = ({ label }: { label: string }) => matchesWords(search, label)
  let left = limit
  const first = <Option>(some: Option[]) => {
    const shown = some.slice(0, Math.max(left, 0))
    left -= shown.length
    return shown
  }
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!isOptionsGroup(option)) return first(fits(option) ? [option] : [])
    const items = first(option.items.filter(fits))
    return items.length > 0 ? [{ ...option, items }] : []
  })
}
