import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { additive } from './headers.ts'
import { checkMayImport, loadImport, lockImport, openForms, readImport, saveImport } from './queries.ts'
import type { Import, ImportField, ImportSettings, MatchRule, SentSettings } from './schema.ts'
import { inspectFile } from './upload.ts'

/** Changes how a file is to be read. Another encoding or separator makes other columns, so these are guessed anew. */
export async function changeSettings(sql: Sql, caller: Caller, id: number, sent: SentSettings): Promise<Import> {
  await lockImport(sql, caller, id, ['ready', 'checked'], 'This import is under way or over; how it is read is fixed.')
  const { name, encoding, separator, columns, ...choices } = sent
  const before = await loadImport(sql, caller.group_id, id)
  const style = {
    encoding: encoding ?? before.encoding,
    separator: separator === undefined ? before.separator : separator === 'tab' ? '\t' : separator,
  }
  const reread = style.encoding !== before.encoding || style.separator !== before.separator
  const looked = reread ? await inspectFile(sql, caller, { ...before, ...style }) : undefined
  const settings: ImportSettings = {
    ...before.settings,
    ...(looked && { columns: looked.settings.columns }),
    ...(looked && choices.match === undefined && { match: looked.settings.match }),
    ...(Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)) as typeof choices),
  } as ImportSettings
  for (const [place, column] of (columns ?? []).entries()) setColumn(settings, column, `body.data.columns.${place}`)
  await checkSettings(sql, caller, settings)
  checkMayImport(caller, settings)
  const { settings: _, ...found } = looked ?? { settings: undefined }
  await saveImport(sql, caller, id, { ...found, ...(name !== undefined && { name }), settings })
  return readImport(sql, caller, id)
}

type SentColumn = NonNullable<SentSettings['columns']>[number]

function setColumn({ columns }: ImportSettings, sent: SentColumn, place: string) {
  const column = columns[sent.index]
  if (!column)
    throw invalid(`${place}.index`, `names a column that the file does not have; it has ${columns.length}`, sent.index)
  if (sent.field === 'form' && !sent.form_id)
    throw invalid(`${place}.form_id`, 'is needed to know which form is answered', null)
  columns[sent.index] = {
    ...column,
    field: sent.field,
    form_id: sent.field === 'form' ? sent.form_id! : null,
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

async function checkSettings(sql: Sql, { group_id }: Caller, { columns, match, mode }: ImportSettings) {
  const taken = new Map<string, string>()
  for (const { field, form_id, header } of columns.filter(({ field }) => field !== null)) {
    const name = field === 'form' ? `form ${form_id}` : field!
    const other = taken.get(name)
    if (other !== undefined && !additive.has(name))
      throw invalid('body.data.columns', `makes both “${other}” and “${header}” the same field; choose one`, name)
    taken.set(name, header)
  }
  const forms = new Set((await openForms(sql, group_id)).map(({ id }) => id))
  for (const { form_id } of columns)
    if (form_id !== null && !forms.has(form_id))
      throw invalid('body.data.columns', `names ${form_id}, which is no open form of your space`, form_id)
  const missing = needed[match].filter(field => !taken.has(field))
  if (missing.length > 0)
    throw invalid('body.data.match', `is ${match}, but no column is ${missing.join(' or ')}`, match)
  if (mode === 'update' && match === 'nothing')
    throw invalid('body.data.mode', 'is update, but match says that nobody is to be found', mode)
}
