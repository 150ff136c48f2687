import { NativeSelect } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsQuery } from './data.ts'
import { useMethodName } from './use_method_name.ts'

interface Props {
  label: string
  /** The method of the transaction, offered even if the space no longer has it. */
  own: string
  value: string
  onChange: (method: string) => void
  error: ReactNode
}

/** How money came or went back. */
export function MethodSelect({ label, own, value, onChange, error }: Props) {
  const { t } = useTranslation('payments')
  const methodName = useMethodName()
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const methods = [...new Set([own, ...settings.payment_method_kinds])]
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      error={error}
      data={methods.map(value => ({ value, label: value ? methodName(value) : t('entry.no_method') }))}
    />
  )
}
