import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermDraft } from './terms.ts'

interface Props {
  /** Of the membership. */
  name: string
  days: { start: string; end: string }
  onChange: (change: TermDraft) => void
  error: (field: 'start_date' | 'end_date') => ReactNode
}

/** The first and the last day of a membership. */
export function TermFields({ name, days, onChange, error }: Props) {
  const { t } = useTranslation('payments')
  return (
    <>
      <TextInput
        type="date"
        label={t('term.start', { name })}
        value={days.start}
        onChange={event => onChange({ start: event.currentTarget.value })}
        error={error('start_date')}
      />
      <TextInput
        type="date"
        label={t('term.end', { name })}
        value={days.end}
        onChange={event => onChange({ end: event.currentTarget.value })}
        error={error('end_date')}
      />
    </>
  )
}
