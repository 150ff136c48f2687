import type { Language } from './language.ts'
import { Message, type Text } from './message.ts'
import { translate, translateStored } from './translate.ts'

// Texts that are stored now and read later, such as the error of a job: stored with their values apart, translated when they are read.

const beginning = '{"template":'

/** The text as it is stored: one without values as it is, a message as JSON. */
export const storedText = (text: Text): string =>
  typeof text === 'string' || text.values.length === 0 ? String(text) : JSON.stringify(partsOf(text))

/** A stored text in the language of the reader. Earlier versions stored the English text with its values. */
export function readStored(stored: string, language: Language): string {
  if (!stored.startsWith(beginning)) return translateStored(stored, language)
  try {
    return translate(messageOf(JSON.parse(stored)), language)
  } catch {
    return stored
  }
}

interface StoredMessage {
  template: string
  values: unknown[]
}

const partsOf = ({ template, values }: Message): StoredMessage => ({
  template,
  values: values.map(value => (value instanceof Message ? partsOf(value) : value)),
})

const messageOf = ({ template, values }: StoredMessage): Message =>
  new Message(
    template,
    values.map(value => (isStoredMessage(value) ? messageOf(value) : value)),
  )

const isStoredMessage = (value: unknown): value is StoredMessage =>
  value !== null && typeof value === 'object' && 'template' in value && 'values' in value && Array.isArray(value.values)
