import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { Forms } from '../core/answers.ts'
import type { AnswerValue, StoredChanges } from '../core/contact_changes.ts'
import { visibleForms } from '../core/form_visibility.ts'
import type { ValueChange } from './schema.ts'

/** What the changes with these events replaced, and where the values came from, as far as the caller may see. */
export async function valueChangesOf(sql: Sql, caller: Caller, person_ids: number[], event_ids: number[]) {
  if (event_ids.length === 0) return new Map<number, { source: string; changes: ValueChange[] }>()
  const { group_id } = caller
  const rows = await sql<{ event_id: number; source: string; changes: StoredChanges }[]>`
    select e.id as event_id, h.source, h.changes
    from events e
    join contact_changes h on h.group_id = ${group_id} and h.contact_id = e.subject_id and h.version = e.version
    where e.group_id = ${group_id} and e.subject_id = any(${person_ids}::bigint[]) and e.id = any(${event_ids})
    order by e.id`
  const sensitive = may(caller, 'contacts:sensitive')
  const form_ids = sensitive ? rows.flatMap(({ changes }) => (changes.answers ?? []).map(({ form_id }) => form_id)) : []
  const forms = await visibleForms(sql, caller, [...new Set(form_ids)])
  return new Map(
    rows.map(({ event_id, source, changes }) => [
      event_id,
      { source, changes: [...fieldChanges(changes), ...(sensitive ? sensitiveChanges(changes, forms) : [])] },
    ]),
  )
}

const fieldChanges = ({ fields = {} }: StoredChanges): ValueChange[] =>
  Object.entries(fields).map(([field, [old, current]]) => ({ field, form_id: null, label: '', old, new: current }))

function sensitiveChanges({ answers = [], added_tags = [], removed_tags = [] }: StoredChanges, forms: Forms) {
  const tag = { field: 'tags', form_id: null, label: '' }
  return [
    ...answers.flatMap(({ form_id, old, new: current }): ValueChange[] => {
      const form = forms.get(form_id)
      if (!form) return []
      const text = (value: AnswerValue | null) => answerText(form, value)
      return [{ field: 'answers', form_id, label: form.label, old: text(old), new: text(current) }]
    }),
    ...removed_tags.map((name): ValueChange => ({ ...tag, old: name, new: null })),
    ...added_tags.map((name): ValueChange => ({ ...tag, old: null, new: name })),
  ]
}

type Form = Forms extends Map<number, infer Known> ? Known : never

/** The text of an answer: what was written, or the label of the chosen value. */
function answerText({ type, refvalues }: Form, value: AnswerValue | null) {
  if (!value) return null
  const [form_ref_id, data] = value
  if (type === 'date') return data.replace('T00:00:00.000Z', '')
  return data || (refvalues.find(({ id }) => id === form_ref_id)?.label ?? '')
}
