import { type ComboboxItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { matchesWords, normalizeText } from './text_match.ts'

/** Ranks texts: 0 if one begins with what is typed, 1 if one of its words does, otherwise 2. */
export function rankFor(search: string) {
  const typed = normalizeText(search.trim())
  return (label: string) => {
    const text = normalizeText(label)
    return text.startsWith(typed) ? 0 : text.includes(` ${typed}`) ? 1 : 2
  }
}

/** The options with every word that is typed, ignoring case and accents: first those that begin so, then those of which a word begins so. */
export const filterOptions: OptionsFilter = ({ options, search, limit }) => {
  const rankOf = rankFor(search)
  let left = limit
  const best = (some: ComboboxItem[]) => {
    const fitting = some.filter(({ label }) => matchesWords(search, label))
    const shown = fitting.sort((one, other) => rankOf(one.label) - rankOf(other.label)).slice(0, Math.max(left, 0))
    left -= shown.length
    return shown
  }
  const single = options.filter((option): option is ComboboxItem => !isOptionsGroup(option))
  const groups = options
    .flatMap(option => (isOptionsGroup(option) ? [option] : []))
    .map(group => ({ ...group, items: best(group.items) }))
  return [...best(single), ...groups.filter(({ items }) => items.length > 0)]
}

const option_of = '[data-combobox-option]:not([data-combobox-disabled])'

/** What a field takes: one option, several of them, or also texts that are no option. */
type Takes = 'one' | 'several' | 'texts'

/**
 * Enter takes the option that is marked, otherwise the first one that fits what is typed. Mantine goes by the place that an option had before more was
 * typed. In a field of several, what is chosen already is left alone. Text that no option fits submits no form: it would be lost.
 */
export const takeFirstOption = (takes: Takes) => (event: KeyboardEvent<HTMLInputElement>) => {
  const { currentTarget: input, key, nativeEvent } = event
  if (key !== 'Enter' || nativeEvent.isComposing || input.readOnly) return
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const typed = input.value.trim()
  const option = list && optionFor(list, typed, takes !== 'one')
  const isLost = typed !== '' && (takes === 'one' ? list !== null : takes === 'several')
  if (!option && !isLost) return
  event.preventDefault()
  event.stopPropagation()
  if (takes !== 'one' || (option && !isChosen(option))) return option?.click()
  // What was chosen before stays: the field shows its whole text when it is left.
  input.blur()
  input.focus()
}

const isMarked = ({ dataset }: HTMLElement) => dataset['comboboxSelected'] !== undefined
const isChosen = ({ dataset }: HTMLElement) => dataset['comboboxActive'] !== undefined

/**
 * The marked option, otherwise the one with this text, of namesakes the chosen one, otherwise the first that has what is typed: an opened field lists all
 * options.
 */
function optionFor(list: HTMLElement, typed: string, several: boolean) {
  const options = [...list.querySelectorAll<HTMLElement>(option_of)]
  const marked = options.find(isMarked)
  if (marked || !typed) return marked
  const open = several ? options.filter(option => !isChosen(option)) : options
  const same = open.filter(({ textContent }) => textContent === typed)
  return same.find(isChosen) ?? same[0] ?? open.find(({ textContent }) => matchesWords(typed, textContent))
}
