import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormActions } from '../../../components/FormActions.tsx'
import { formatMoney } from '../../../components/formats.ts'
import { ignoreLine } from '../data.ts'
import type { LineFormProps } from './line_form.ts'

const usual = ['internal', 'loan', 'mistake', 'elsewhere'] as const

/** Why a line is no payment of ours. */
export function IgnoreForm({ task: { line }, onClose, onSettle }: LineFormProps) {
  const { t } = useTranslation('bank')
  const [reason, setReason] = useState('')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        const words = { what: line.counterparty || line.text, amount: formatMoney(line.amount, line.currency) }
        if (reason.trim()) onSettle(t('deed.ignored', words), () => ignoreLine(line.id, reason.trim()))
      }}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('ignore.reason')}
          description={t('ignore.how')}
          required
          maxLength={500}
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
