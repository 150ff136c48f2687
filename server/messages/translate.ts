import { french, words } from './fr/index.ts'
import type { Language } from './language.ts'
import { Message, type Text } from './message.ts'

/** The text in the language of the reader. A text without a translation stays English. */
export function translate(text: Text, language: Language): string {
  if (language === 'en') return String(text)
  const { template, values } = typeof text === 'string' ? new Message(text, []) : text
  const entry = french[template]
  return entry === undefined ? String(text) : fill(entry, values)
}

/** Translates an English text that was stored with its values filled in, such as the error of a job. */
export function translateStored(text: string, language: Language): string {
  return language === 'en' || text === '' ? text : translate(messageIn(text) ?? text, language)
}

/** The message whose English text this is. */
export function messageIn(text: string): Message | undefined {
  if (Object.hasOwn(french, text)) return new Message(text, [])
  for (const { template, pattern } of patterns()) {
    const values = pattern.exec(text)?.slice(1)
    if (values)
      return new Message(
        template,
        values.map(value => messageIn(value) ?? value),
      )
  }
  return undefined
}

const text_length_max = 2000

let compiled: { template: string; pattern: RegExp }[] | undefined

// Templates with more words come first: a general one, such as "{0} {1}.", fits many texts.
const patterns = () => {
  compiled ??= Object.keys(french)
    .filter(template => placeholder.test(template) && wordsIn(template) > 1)
    .sort((a, b) => wordsIn(b) - wordsIn(a))
    .map(template => ({ template, pattern: patternOf(template) }))
  return compiled
}

const placeholder = /\{\d+\}/
const wordsIn = (template: string) => template.split(/\{\d+\}|[^\p{L}]+/u).filter(Boolean).length

const patternOf = (template: string) =>
  new RegExp(
    `^${template
      .split(/\{\d+\}/)
      .map(escaped)
      .join(`(.{0,${text_length_max}}?)`)}$`,
    's',
  )

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Fills the values into a translation: `{0}`, `{0:}` (left out), `{0:number}`, `{0:date}`, `{0:amount}` (from "12.50 EUR"), `{0:word}` (translated
 * by itself), or a
 * choice by value or by singular and plural: `{0:one=ligne|other=lignes}`.
 */
const fill = (entry: string, values: readonly unknown[]) =>
  entry.replace(/\{(\d+)(?::([^{}]*))?\}/g, (_, index: string, format: string | undefined) =>
    formatted(values[Number(index)], format),
  )

function formatted(value: unknown, format: string | undefined): string {
  if (format === '') return ''
  if (Array.isArray(value)) return value.map(one => formatted(one, format)).join(', ')
  if (format?.includes('=')) return chosen(value, format)
  if (format === 'number') return numberText(value)
  if (format === 'date') return dayText(String(value))
  if (format === 'amount') return amountText(String(value))
  if (format === 'word') return wordOf(String(value))
  return value instanceof Message ? translate(value, 'fr') : String(value)
}

function chosen(value: unknown, format: string) {
  const choices = new Map(
    format.split('|').map(choice => [choice.split('=', 1)[0], choice.slice(choice.indexOf('=') + 1)]),
  )
  const text = String(value)
  const plural = Math.abs(Number(text)) < 2 ? 'one' : 'other'
  return choices.get(text) ?? choices.get(plural) ?? choices.get('other') ?? text
}

const numbers = new Intl.NumberFormat('fr-FR')
const numberText = (value: unknown) => (Number.isFinite(Number(value)) ? numbers.format(Number(value)) : String(value))

/** A day, 2026-05-01, or the day of a time. */
function dayText(text: string) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  return day ? `${day}/${month}/${year}` : text
}

function amountText(text: string) {
  const [, number, currency] = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? []
  if (!number || !currency) return text
  const digits = number.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat('fr-FR', { style: 'currency', currency, minimumFractionDigits: digits }).format(
    Number(number),
  )
}

const wordOf = (value: string) => (Object.hasOwn(words, value) ? (words[value] ?? value) : value)
