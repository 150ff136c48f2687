import { withoutApostrophe } from '../../csv.ts'
import type { CsvRow } from '../../csv_reader.ts'
import { instantOf } from '../../fields.ts'
import { type Forms, faultInData, type KnownForm, takesOneAnswer } from '../core/answers.ts'
import { type AddressColumn, addressColumns, addressFields, fieldsOf, wireNames } from '../core/fields.ts'
import { phoneCountry, phoneKey } from '../core/phone.ts'
import type { PatchedContact, SentAnswer } from '../core/shape.ts'
import type { RowCorrections } from './cell_queries.ts'
import type { CellEffect } from './cell_schema.ts'
import { BadCell, type CellOptions, parseDate, parseFlag, readCell } from './cells.ts'
import { normalizeWords } from './headers.ts'
import { applyMarks, isMark, type MarkField, tagOfMark } from './marks.ts'
import { type RefusalReason, refusalReason } from './refusal_reasons.ts'
import type { ImportColumn, ImportField, ImportSettings } from './schema.ts'
import { splitStreet } from './street.ts'

// Turns a row of a file into a patch of a contact, without a database.

export interface StagedRow {
  row: number
  start: number
  length: number
  patch: PatchedContact
  /** The contact's own id, when the file gives it. */
  id: number | undefined
  marks: Set<MarkField>
  /** Why the row is refused; empty when it is not. */
  reasons: RefusalReason[]
  /** The cells that do not fit their field. */
  cells: WrongCell[]
}

export interface WrongCell {
  column: number
  value: string
  reason: RefusalReason
  effect: CellEffect
}

interface ReadColumn extends ImportColumn {
  field: ImportField
  index: number
  /** The words of the value mapping, without case and accents, and what they mean. */
  meanings: Map<string, string>
}

/** The settings that apply to every row of the file. */
interface RowParserContext {
  settings: ImportSettings
  forms: Forms
  options: CellOptions
  columns: ReadColumn[]
  locale: string
  splits_street: boolean
  takes_door: boolean
}

/**
 * Returns a function that parses one row of the file. `first_row` is the number of the first row of the current part, `corrections` what stands in
 * place of cells of this row.
 */
export function rowParser(
  settings: ImportSettings,
  forms: Forms,
  { today, locale }: { today: string; locale: string },
) {
  const columns = settings.columns.flatMap(({ field, ...column }, index) => {
    const meanings = new Map(Object.entries(column.values).map(([from, to]) => [normalizeWords(from), to]))
    return field === null ? [] : [{ ...column, field, index, meanings }]
  })
  const has = (field: ImportField) => columns.some(column => column.field === field)
  const context: RowParserContext = {
    settings,
    forms,
    options: { date_order: settings.date_order, today },
    columns,
    locale,
    splits_street: settings.split_street === true && !has('house_number'),
    takes_door: !has('door'),
  }
  const width = settings.columns.length

  return (
    { index, start, length, cells, broken }: CsvRow,
    first_row: number,
    corrections?: RowCorrections,
  ): StagedRow => {
    const staged: StagedRow = {
      row: first_row + index,
      start,
      length,
      patch: {},
      id: undefined,
      marks: new Set(),
      reasons: [],
      cells: [],
    }
    if (broken) staged.reasons.push(refusalReason('unclosed_quote'))
    else if (cells.slice(width).some(cell => cell.trim() !== '')) staged.reasons.push(refusalReason('too_many_cells'))
    if (staged.reasons.length > 0) return staged
    for (const column of columns)
      stageCell(staged, column, corrections?.get(column.index) ?? cells[column.index], context)
    markPhones(staged, context)
    addTags(staged, [...settings.tags, ...[...staged.marks].map(mark => tagOfMark(mark, locale))])
    staged.patch = applyMarks(staged.patch, staged.marks)
    return staged
  }
}

function stageCell(staged: StagedRow, column: ReadColumn, cell: string | undefined, context: RowParserContext) {
  const text = mappedValue(withoutApostrophe((cell ?? '').trim()), column.meanings)
  try {
    if (text.includes('\0')) throw new BadCell('invalid_character')
    // A cell that the row lacks is not an empty one.
    if (text !== '') applyCell(staged, column, text, context)
    else if (cell !== undefined && context.settings.empty_cells === 'clear') clearField(staged, column, context)
  } catch (error) {
    if (!(error instanceof BadCell)) throw error
    const reason = cellReason(error, column)
    const effect = refusesRow(column, context.settings) ? 'row_refused' : 'left_out'
    staged.cells.push({ column: column.index, value: cell ?? '', reason, effect })
    if (effect === 'row_refused') staged.reasons.push(reason)
  }
}

const cellReason = ({ code, params }: BadCell, { header, index }: ReadColumn) =>
  refusalReason(code, { ...params, column: header || `column ${index + 1}` })

/**
 * Whether a wrong cell costs the row: without the id it would be another person, without an opt-out the person would be contacted, and a mark decides
 * what the other cells mean.
 */
export const refusesRow = ({ field }: Pick<ImportColumn, 'field'>, { match }: ImportSettings) =>
  field === 'black_list' || (field !== null && isMark(field)) || (field === 'id' && match === 'id')

/** Lists telephone numbers that are none. They are imported and marked, because they often lack only a prefix. */
function markPhones({ cells, patch }: StagedRow, { columns, locale }: RowParserContext) {
  for (const column of columns) {
    if (!isPhone(column.field)) continue
    const value = patch[column.field]
    if (value && phoneKey(value, phoneCountry({ country: String(patch.address?.country ?? '') }, locale)) === '')
      cells.push({
        column: column.index,
        value,
        reason: cellReason(new BadCell('not_a_phone'), column),
        effect: 'kept',
      })
  }
}

const phoneFields = fieldsOf('phone')
const isPhone = (field: ImportField): field is (typeof phoneFields)[number] =>
  (phoneFields as readonly string[]).includes(field)

/** The value of a cell in the words of the value mapping. */
const mappedValue = (text: string, meanings: Map<string, string>) =>
  text === '' || meanings.size === 0 ? text : (meanings.get(normalizeWords(text)) ?? text)

function applyCell(staged: StagedRow, column: ReadColumn, text: string, context: RowParserContext) {
  const { field } = column
  if (field === 'tags') addTags(staged, partsOf(text, column))
  else if (field === 'form') addAnswers(staged, column, text, context.forms, context.options)
  else if (isMark(field)) {
    if (parseFlag(text)) staged.marks.add(field)
  } else setValue(staged, field, readCell(field, text, context.options), context)
}

function setValue(
  staged: StagedRow,
  field: ImportField,
  value: string | number | boolean,
  { splits_street, takes_door }: RowParserContext,
) {
  if (field === 'id') staged.id = Number(value)
  else if (field === 'black_list') staged.patch.black_list = staged.patch.black_list === true || value === true
  else if (field === 'street' && splits_street)
    for (const [part, text] of Object.entries(splitStreet(String(value), takes_door))) setField(staged, part, text)
  else setField(staged, field, value)
}

const isAddressPart = (field: string): field is AddressColumn => field in addressFields

function clearField(staged: StagedRow, { field }: ReadColumn, { splits_street }: RowParserContext) {
  // Another column of the row may have set it already.
  if (field === 'black_list' && staged.patch.black_list) return
  if (field !== 'id' && field !== 'tags' && field !== 'form' && !isMark(field)) setField(staged, field, null)
  if (field === 'street' && splits_street) setField(staged, 'house_number', null)
}

function setField({ patch }: StagedRow, field: string, value: string | number | boolean | null) {
  // readCell has checked that the value fits the field.
  const target: Record<string, unknown> = isAddressPart(field) ? (patch.address ??= {}) : patch
  target[addressNames[field] ?? field] = value
}

const addressNames: Partial<Record<string, string>> = Object.fromEntries(
  addressColumns.map(column => [column, wireNames(column)[0]]),
)

const tag_max = 200

/** Adds all of them or, if one is too long, none. */
function addTags({ patch }: StagedRow, names: string[]) {
  if (names.length === 0) return
  if (names.some(name => name.length > tag_max)) throw new BadCell('tag_too_long', { max: tag_max })
  patch.tags = [...(patch.tags ?? []), ...names.map(name => ({ name }))]
}

const partsOf = (text: string, { value_separator }: ImportColumn) =>
  text
    .split(value_separator || /[,;|]/)
    .map(part => part.trim())
    .filter(part => part !== '')

function addAnswers({ patch }: StagedRow, column: ReadColumn, text: string, forms: Forms, options: CellOptions) {
  const form = column.form_id === null ? undefined : forms.get(column.form_id)
  if (!form || form.archived) throw new BadCell('archived_form')
  const list = form.kind === 'custom_fields' ? 'custom_fields' : 'formdatas'
  const given = answersTo(form, column, text, options)
  patch[list] = [...(patch[list] ?? []), ...given.map(sent => ({ ...sent, form_id: form.id }))]
}

type AnswerOfForm = Omit<SentAnswer, 'form_id'>

function answersTo(form: KnownForm, column: ImportColumn, text: string, options: CellOptions): AnswerOfForm[] {
  const open = form.refvalues.filter(({ archived }) => !archived)
  const [first, second] = open
  if (form.type === 'text' || form.type === 'numeric' || form.type === 'date')
    return [freeAnswer(form, form.type === 'date' ? parseDate(text, options) : text, first)]
  // A form with one checkbox is answered with yes or no.
  if (form.type === 'checkbox' && first && !second && !valueNamed(open, text))
    return parseFlag(text) ? [{ form_ref_id: first.id, data: first.value }] : []
  const chosen = takesOneAnswer(form) || valueNamed(open, text) ? [text] : partsOf(text, column)
  return chosen.map(word => {
    const value = valueNamed(open, word)
    if (!value) throw new BadCell('not_an_answer', { form: form.label })
    return { form_ref_id: value.id, data: value.value }
  })
}

const answer_max = 20_000

function freeAnswer(form: KnownForm, data: string, value: KnownForm['refvalues'][number] | undefined): AnswerOfForm {
  if (data.length > answer_max) throw new BadCell('text_too_long', { max: answer_max })
  if (faultInData(form, data)) throw new BadCell(form.type === 'date' ? 'not_a_date' : 'not_a_number')
  if (!value) throw new BadCell('form_without_value')
  return { form_ref_id: value.id, data }
}

const valueNamed = (values: KnownForm['refvalues'], text: string) =>
  values.find(({ label, value }) => [label, value].some(name => normalizeWords(name) === normalizeWords(text)))

/** Joins the patches of two rows about the same person; the later row takes precedence. */
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

function replaces(after: SentAnswer, before: SentAnswer, forms: Forms) {
  const form = forms.get(after.form_id)
  if (after.form_id !== before.form_id) return false
  return (form && takesOneAnswer(form)) || after.form_ref_id === before.form_ref_id
}

/** The patch without an empty address, which would create one. */
export function withoutEmptyAddress(patch: PatchedContact, hasAddress: boolean): PatchedContact {
  if (hasAddress || !patch.address || Object.values(patch.address).some(part => part)) return patch
  const { address: _, ...others } = patch
  return others
}

export const birthInstant = (patch: PatchedContact) => instantOf(patch.birthdate ?? '')
