import { type ComboboxItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { matchesWords, normalizeText } from './text_match.ts'

/** The options with every word that is typed, ignoring case and accents: first those that begin so, then those of which a word begins so. */
export const filterOptions: OptionsFilter = ({ options, search, limit }) => {
  const typed = normalizeText(search.trim())
  const rankOf = ({ label }: ComboboxItem) => {
    const text = normalizeText(label)
    return text.startsWith(typed) ? 0 : text.includes(` ${typed}`) ? 1 : 2
  }
  let left = limit
  const best = (some: ComboboxItem[]) => {
    const fitting = some.filter(({ label }) => matchesWords(search, label))
    const shown = fitting.sort((one, other) => rankOf(one) - rankOf(other)).slice(0, Math.max(left, 0))
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

/**
 * Enter takes the option that is marked, otherwise the first one that fits what is typed. Mantine goes by the place that an option had before more was
 * typed. With `several`, what is chosen already is left alone.
 */
export const takeFirstOption = (several: boolean) => (event: KeyboardEvent<HTMLInputElement>) => {
  const { currentTarget: input, key, nativeEvent } = event
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  if (key !== 'Enter' || nativeEvent.isComposing || input.readOnly || !list) return
  const options = [...list.querySelectorAll<HTMLElement>(option_of)]
  const marked = options.find(({ dataset }) => dataset['comboboxSelected'] !== undefined)
  const typed = input.value.trim()
  const fitting = options.filter(({ dataset }) => !several || dataset['comboboxActive'] === undefined)
  const option =
    marked ?? (typed ? (fitting.find(({ textContent }) => textContent === typed) ?? fitting[0]) : undefined)
  if (!option) return
  event.preventDefault()
  event.stopPropagation()
  if (several || option.dataset['comboboxActive'] === undefined) return option.click()
  // The chosen option again: the field shows its whole text when it is left.
  input.blur()
  input.focus()
}
