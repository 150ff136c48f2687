import { Select, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { formsQuery } from '../contacts/data.ts'
import type { Content } from './data.ts'

const none = 'none'

interface Answer {
  form: Form | undefined
  value: string
  source: string
}

/** One answer to one form, such as a consent or a field of the organisation; or none. */
export function AnswerFields({ onChange }: { onChange: (change: Content | undefined) => void }) {
  const { t } = useTranslation('bulk_changes')
  const { data: forms } = useSuspenseQuery(formsQuery)
  const [{ form, value, source }, setAnswer] = useState<Answer>({ form: undefined, value: '', source: '' })
  const change = (answer: Answer) => {
    setAnswer(answer)
    onChange(contentOf(answer))
  }
  const choose = (id: string | null) =>
    change({ form: forms.find(one => String(one.id) === id), value: '', source: '' })
  const open = forms.filter(({ archived, refvalues }) => !archived && refvalues.length > 0)
  return (
    <>
      <Select
        label={t('form')}
        data={open.map(({ id, label }) => ({ value: String(id), label }))}
        value={form ? String(form.id) : null}
        onChange={choose}
        searchable
        nothingFoundMessage={t('no_form')}
        data-autofocus
      />
      {form && isFree(form) && (
        <TextInput
          label={t('answer')}
          value={value}
          onChange={event => change({ form, value: event.currentTarget.value, source })}
          description={form.type === 'date' ? t('date_how') : undefined}
        />
      )}
      {form && !isFree(form) && (
        <Select
          label={t('answer')}
          data={[
            ...form.refvalues.filter(one => !one.archived).map(({ id, label }) => ({ value: String(id), label })),
            { value: none, label: t(form.kind === 'consent' ? 'withdraw' : 'no_answer') },
          ]}
          value={value || null}
          onChange={one => change({ form, value: one ?? '', source })}
        />
      )}
      {form?.kind === 'consent' && value !== '' && value !== none && (
        <TextInput
          label={t('source')}
          description={t('source_how')}
          value={source}
          onChange={event => change({ form, value, source: event.currentTarget.value })}
          required
          maxLength={200}
        />
      )}
    </>
  )
}

// A form without choices has one value, which holds the text.
const isFree = ({ type }: Form) => ['text', 'numeric', 'date'].includes(type)

function contentOf({ form, value, source }: Answer): Content | undefined {
  const text = value.trim()
  if (!form || text === '') return undefined
  if (text === none) return { remove_answer: { form_id: form.id } }
  const chosen = form.refvalues.find(({ id }) => isFree(form) || String(id) === text)
  if (!chosen || (form.kind === 'consent' && source.trim() === '')) return undefined
  const data = isFree(form) ? text : chosen.value
  return { answer: { form_id: form.id, form_ref_id: chosen.id, data, ...(source.trim() && { source: source.trim() }) } }
}
