import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BulkChange } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import { formsQuery } from '../contacts/data.ts'
import { actionsQuery } from './data.ts'

type Content = BulkChange['change']

/** What a change does, and what became of it, in words. */
export function useChangeText({ kind, change, ...result }: BulkChange) {
  const { t } = useTranslation('bulk_changes')
  const what = useWhat(kind, change)
  const count = (name: 'changed' | 'unchanged' | 'refused' | 'restored' | 'kept', contacts: number) =>
    t(`result.${name}`, { count: contacts, shown: formatNumber(contacts) })
  const { changed, unchanged, refused, undo } = result
  const parts = undo
    ? [count('restored', undo.restored), undo.kept > 0 && count('kept', undo.kept)]
    : [
        count('changed', changed),
        unchanged > 0 && count('unchanged', unchanged),
        refused > 0 && count('refused', refused),
      ]
  return { what, outcome: parts.filter(Boolean).join(' · ') }
}

export function useWhat(kind: BulkChange['kind'], { tags, fields, answer, remove_answer, action }: Content) {
  const { t } = useTranslation(['bulk_changes', 'contacts'])
  const form_id = answer?.form_id ?? remove_answer?.form_id
  const { data: forms } = useQuery({ ...formsQuery, enabled: form_id !== undefined })
  const { data: actions } = useQuery({ ...actionsQuery, enabled: action !== undefined })
  const form = forms?.find(({ id }) => id === form_id)
  const quoted = (names: string[]) => names.map(name => t('quoted', { text: name })).join(', ')
  if (tags) {
    const [added, removed] = [quoted(tags.add), quoted(tags.remove)]
    if (!removed) return t('what.tags_added', { count: tags.add.length, tags: added })
    return added
      ? t('what.tags_both', { added, removed })
      : t('what.tags_removed', { count: tags.remove.length, tags: removed })
  }
  if (fields)
    return t('what.fields', {
      fields: fieldNames(fields)
        .map(name => nameOf(t, name))
        .join(', '),
    })
  if (answer) {
    const value = form?.refvalues.find(({ id }) => id === answer.form_ref_id)
    return t('what.answer', { form: form?.label ?? '', answer: value?.label || answer.data || '' })
  }
  if (remove_answer) return t('what.remove_answer', { form: form?.label ?? '' })
  if (action) {
    const name = actions?.find(({ Action }) => Action.id === action.id)?.Action.name ?? `#${action.id}`
    return t('what.action', { name })
  }
  return t(`kind.${kind}`)
}

const nameOf = (t: ReturnType<typeof useTranslation<['bulk_changes', 'contacts']>>['t'], name: string) =>
  t(`field.${name as 'surname'}`, { ns: 'contacts', defaultValue: name })

const fieldNames = ({ address, ...fields }: Record<string, unknown>) => [
  ...Object.keys(fields),
  ...(address ? Object.keys(address) : address === null ? ['address'] : []),
]
