import { uncell } from '../../csv.ts'
import { instantOf } from '../../fields.ts'
import { type Forms, faultInData, type KnownForm, takesOneAnswer } from '../core/answers.ts'
import { type AddressColumn, addressColumns, addressFields, wireNames } from '../core/fields.ts'
import type { PatchedContact, SentAnswer } from '../core/shape.ts'
import { BadCell, type CellOptions, parseDate, parseFlag, readCell } from './cells.ts'
import { bareWords } from './headers.ts'
import type { Row } from './reader.ts'
import type { Column, ImportSettings } from './schema.ts'

// From a row of a file to what it says about a contact, without a database.

export interface StagedRow {
  row: number
  start: number
  length: number
  patch: PatchedContact
  /** The contact's own id, when the file gives it. */
  id: number | undefined
  /** Why the row cannot be taken; empty when it can. */
  reasons: string[]
}

/** How rows of this file are read. `first_row` is the number of the first row in the readings that follow. */
export function stagerFor(settings: ImportSettings, forms: Forms, today: string) {
  const reading: CellOptions = { date_order: settings.date_order, today }
  const columns = settings.columns.map((column, index) => ({ ...column, index })).filter(({ field }) => field !== null)
  const meanings = columns.map(
    ({ values }) => new Map(Object.entries(values).map(([from, to]) => [bareWords(from), to])),
  )
  const width = settings.columns.length

  return ({ index, start, length, cells, broken }: Row, first_row: number): StagedRow => {
    const staged: StagedRow = { row: first_row + index, start, length, patch: {}, id: undefined, reasons: [] }
    if (broken) staged.reasons.push('has a quote that is not closed or a line that never ends')
    else if (cells.slice(width).some(cell => cell.trim() !== '')) staged.reasons.push('has more cells than the header')
    if (staged.reasons.length > 0) return staged
    for (const [place, column] of columns.entries()) {
      const cell = cells[column.index]
      const sent = uncell((cell ?? '').trim())
      const text = mappedValue(sent, meanings[place]!)
      try {
        if (text.includes('\0')) throw new BadCell('has a character that no text can have')
        // A cell that the row does not have at all is not an empty one.
        if (text !== '') applyCell(staged, column, text, forms, reading)
        else if (cell !== undefined && settings.empty_cells === 'clear') clearField(staged, column)
      } catch (error) {
        if (!(error instanceof BadCell)) throw error
        staged.reasons.push(`${column.header || `column ${column.index + 1}`} ${error.message}`)
      }
    }
    for (const name of settings.tags) addTag(staged, name)
    return staged
  }
}

/** What a cell says, in the words of the value mapping. */
const mappedValue = (text: string, meanings: Map<string, string>) =>
  text === '' || meanings.size === 0 ? text : (meanings.get(bareWords(text)) ?? text)

function applyCell(staged: StagedRow, column: Column, text: string, forms: Forms, reading: CellOptions) {
  const field = column.field!
  if (field === 'tags') for (const name of partsOf(text, column)) addTag(staged, name)
  else if (field === 'form') addAnswers(staged, column, text, forms.get(column.form_id!), reading)
  else {
    const value = readCell(field, text, reading)
    if (field === 'id') staged.id = value as number
    else if (field === 'black_list') staged.patch.black_list = staged.patch.black_list === true || value === true
    else setField(staged, field, value)
  }
}

const isAddressPart = (field: string): field is AddressColumn => field in addressFields

function clearField(staged: StagedRow, { field }: Column) {
  // Another column of the row may have said so already.
  if (field === 'black_list' && staged.patch.black_list) return
  if (field !== 'id' && field !== 'tags' && field !== 'form') setField(staged, field!, null)
}

function setField({ patch }: StagedRow, field: string, value: string | number | boolean | null) {
  // readCell has checked that the value fits the field.
  const place: Record<string, unknown> = isAddressPart(field) ? (patch.address ??= {}) : patch
  place[addressNames[field] ?? field] = value
}

const addressNames: Partial<Record<string, string>> = Object.fromEntries(
  addressColumns.map(column => [column, wireNames(column)[0]]),
)

function addTag({ patch }: StagedRow, name: string) {
  if (name.length > 200) throw new BadCell('has a tag of more than 200 characters')
  patch.tags = [...(patch.tags ?? []), { name }]
}

const partsOf = (text: string, { value_separator }: Column) =>
  text
    .split(value_separator || /[,;|]/)
    .map(part => part.trim())
    .filter(part => part !== '')

function addAnswers(
  { patch }: StagedRow,
  column: Column,
  text: string,
  form: KnownForm | undefined,
  reading: CellOptions,
) {
  if (!form || form.archived) throw new BadCell('belongs to a form that is archived')
  const list = form.kind === 'custom_fields' ? 'custom_fields' : 'formdatas'
  const given = answersTo(form, column, text, reading)
  patch[list] = [...(patch[list] ?? []), ...given.map(sent => ({ ...sent, form_id: form.id }))]
}

function answersTo(form: KnownForm, column: Column, text: string, reading: CellOptions): Omit<SentAnswer, 'form_id'>[] {
  const open = form.refvalues.filter(({ archived }) => !archived)
  if (form.type === 'text' || form.type === 'numeric' || form.type === 'date') {
    const data = form.type === 'date' ? parseDate(text, reading) : text
    const wrong = data.length > 20_000 ? 'has more than 20000 characters' : faultInData(form, data)
    if (wrong || !open[0]) throw new BadCell(wrong ?? 'belongs to a form without a value')
    return [{ form_ref_id: open[0].id, data }]
  }
  // A form with one box to tick is answered with yes or no.
  if (form.type === 'checkbox' && open.length === 1 && !valueNamed(open, text))
    return parseFlag(text) ? [{ form_ref_id: open[0]!.id, data: open[0]!.value }] : []
  const chosen = takesOneAnswer(form) || valueNamed(open, text) ? [text] : partsOf(text, column)
  return chosen.map(word => {
    const value = valueNamed(open, word)
    if (!value)
      throw new BadCell(`is none of the answers to “${form.label}”; say in the value mapping which one it means`)
    return { form_ref_id: value.id, data: value.value }
  })
}

const valueNamed = (values: KnownForm['refvalues'], text: string) =>
  values.find(({ label, value }) => [label, value].some(name => bareWords(name) === bareWords(text)))

/** What two rows about the same person say together; the later one has the last word. */
export function joinPatches(first: PatchedContact, second: PatchedContact, forms: Forms): PatchedContact {
  const whole: PatchedContact = { ...first, ...second }
  if (first.address && second.address) whole.address = { ...first.address, ...second.address }
  if (first.tags && second.tags) whole.tags = [...first.tags, ...second.tags]
  for (const list of ['formdatas', 'custom_fields'] as const) {
    const [before, after] = [first[list], second[list]]
    if (!before || !after) continue
    whole[list] = [
      ...before.filter(old => !after.some(other => replaces(other as SentAnswer, old as SentAnswer, forms))),
      ...after,
    ]
  }
  return whole
}

const replaces = (after: SentAnswer, before: SentAnswer, forms: Forms) =>
  after.form_id === before.form_id &&
  (takesOneAnswer(forms.get(after.form_id)!) || after.form_ref_id === before.form_ref_id)

/** The same without an address that says nothing: it would make one. */
export function withoutEmptyAddress(patch: PatchedContact, hasAddress: boolean): PatchedContact {
  if (hasAddress || !patch.address || Object.values(patch.address).some(part => part)) return patch
  const { address: _, ...others } = patch
  return others
}

export const birthInstant = (patch: PatchedContact) => (patch.birthdate ? instantOf(patch.birthdate)! : undefined)
