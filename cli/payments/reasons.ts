import { sentences } from './reason_texts.ts'

export type Language = 'en' | 'fr'

export type ReasonCode = keyof typeof sentences
/** A text that differs by language has one per language. */
type Params = Record<string, string | number | Record<Language, string>>

/** Why a row cannot be imported. The message is in English. */
export class RowError extends Error {
  readonly code: ReasonCode
  readonly params: Params

  constructor(code: ReasonCode, params: Params = {}) {
    super(sentenceOf(code, params, 'en'))
    this.code = code
    this.params = params
  }

  /** The same reason, with the value of the cell. A skipped row stays skipped. */
  about(value: string): RowError {
    return this instanceof SkippedRow ? this : new RowError(this.code, { value, ...this.params })
  }

  /** The sentence in the language of the reader. */
  in(language: Language) {
    return sentenceOf(this.code, this.params, language)
  }
}

/** A row that is not money. It is left out, and does not stop the import. */
export class SkippedRow extends RowError {}

export const languageOf = (locale: string): Language => (locale.startsWith('fr') ? 'fr' : 'en')

const sentenceOf = (code: ReasonCode, params: Params, language: Language) =>
  sentences[code][language].replace(/\{(\w+)\}/g, (found, name) => {
    const value = params[name] ?? found
    return typeof value === 'object' ? value[language] : String(value)
  })
