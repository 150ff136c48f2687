import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormActions } from '../../../components/FormActions.tsx'
import { formatMoney } from '../../../components/formats.ts'
import { ignoreLine } from '../data.ts'
import type { LineFormProps } from './line_form.ts'

const reason_length_max = 500
const usual = ['internal', 'loan', 'mistake', 'elsewhere'] as const

/** Why a line is no payment of ours. */
export function IgnoreForm({ task: { line }, onClose, onSettle }: LineFormProps) {
  const { t } = useTranslation('bank')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isMissing = reason.trim() === ''
  const isLong = reason.trim().length > reason_length_max
  const wrong = isMissing
    ? t('ignore.need_reason')
    : isLong
      ? t('ignore.long', { count: reason_length_max })
      : undefined
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (wrong) return field.current?.focus()
        const words = { what: line.counterparty || line.text, amount: formatMoney(line.amount, line.currency) }
        onSettle(t('deed.ignored', words), () => ignoreLine(line.id, reason.trim()))
      }}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('ignore.reason')}
          description={t('ignore.how')}
          required
          ref={field}
          error={tried && wrong}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <Group gap="xs">
          {usual.map(name => (
            <Button key={name} size="compact-sm" variant="default" onClick={() => setReason(t(`ignore.usual.${name}`))}>
              {t(`ignore.usual.${name}`)}
            </Button>
          ))}
        </Group>
        <FormActions onCancel={onClose} label={t('ignore.submit')} />
      </Stack>
    </form>
  )
}
