import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { deleteCells, resetCells } from './cell_queries.ts'
import { additiveFields, guessMatch } from './headers.ts'
import { checkMayImport, loadImport, lockImport, openForms, readImport, saveImport } from './queries.ts'
import type { Import, ImportField, ImportSettings, MatchRule, SentImportSettings } from './schema.ts'
import { type InspectedFile, inspectFile } from './upload.ts'

/** Changes how a file is read. With another encoding or separator the columns differ, and are guessed again. */
export async function changeImportSettings(
  sql: Sql,
  caller: Caller,
  id: number,
  sent: SentImportSettings,
): Promise<Import> {
  await lockImport(
    sql,
    caller,
    id,
    ['ready', 'checked'],
    'This import is running or finished; its settings cannot change.',
  )
  const { name, encoding, separator, columns, ...choices } = sent
  const before = await loadImport(sql, caller.group_id, id)
  const style = {
    encoding: encoding ?? before.encoding,
    separator: separator === undefined ? before.separator : separator === 'tab' ? '\t' : separator,
  }
  const reread = style.encoding !== before.encoding || style.separator !== before.separator
  const inspected = reread ? await inspectFile(sql, caller, { ...before, ...style }) : undefined
  const settings: ImportSettings = {
    ...before.settings,
    ...(inspected && guessedSettings(inspected)),
    ...(Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)) as typeof choices),
  } as ImportSettings
  for (const [index, column] of (columns ?? []).entries()) setColumn(settings, column, `body.data.columns.${index}`)
  if (choices.match !== undefined) settings.match_chosen = true
  // A rule that the user did not choose follows the columns.
  else if (!settings.match_chosen) settings.match = guessMatch(settings.columns.map(({ field }) => field))
  await checkSettings(sql, caller, settings)
  checkMayImport(caller, settings)
  await (reread ? deleteCells(sql, caller.group_id, id) : resetCells(sql, caller.group_id, id))
  const { settings: _, ...found } = inspected ?? { settings: undefined }
  await saveImport(sql, caller, id, { ...found, ...(name !== undefined && { name }), settings })
  return readImport(sql, caller, id)
}

const guessedSettings = ({ settings: { columns, match, date_order } }: InspectedFile) => ({
  columns,
  match,
  date_order,
})

type SentColumn = NonNullable<SentImportSettings['columns']>[number]

function setColumn({ columns }: ImportSettings, sent: SentColumn, location: string) {
  const column = columns[sent.index]
  if (!column)
    throw invalid(
      `${location}.index`,
      msg`must be below ${columns.length}, the number of columns in the file`,
      sent.index,
    )
  const form_id = sent.field === 'form' ? (sent.form_id ?? null) : null
  if (sent.field === 'form' && form_id === null)
    throw invalid(`${location}.form_id`, 'is required when field is form', null)
  columns[sent.index] = {
    ...column,
    field: sent.field,
    form_id,
    recognised_by: sent.field === column.field && form_id === column.form_id ? (column.recognised_by ?? null) : null,
    ...(sent.values && { values: sent.values }),
    ...(sent.value_separator !== undefined && { value_separator: sent.value_separator }),
  }
}

const needed: Record<MatchRule, ImportField[]> = {
  id: ['id'],
  external_id: ['external_id'],
  mail: ['mail'],
  name_and_birthdate: ['surname', 'firstname', 'birthdate'],
  nothing: [],
}

async function checkSettings(sql: Sql, caller: Caller, { columns, match, mode }: ImportSettings) {
  const taken = new Map<string, string>()
  for (const { field, form_id, header } of columns) {
    if (field === null) continue
    const name = field === 'form' ? `form ${form_id}` : field
    const other = taken.get(name)
    if (other !== undefined && !additiveFields.has(name))
      throw invalid('body.data.columns', msg`maps both “${other}” and “${header}” to ${name}; choose one`, name)
    taken.set(name, header)
  }
  const forms = new Set((await openForms(sql, caller)).map(({ id }) => id))
  for (const { form_id } of columns)
    if (form_id !== null && !forms.has(form_id))
      throw invalid(
        'body.data.columns',
        msg`has the form ${form_id}, which is archived or not a form of your space`,
        form_id,
      )
  const missing = needed[match].filter(field => !taken.has(field))
  if (missing.length > 0)
    throw invalid('body.data.match', msg`is ${match}, which needs a column for ${missing.join(' and ')}`, match)
  if (mode === 'update' && match === 'nothing')
    throw invalid('body.data.mode', 'is update, which needs match to be other than nothing', mode)
}
