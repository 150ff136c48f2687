import { Alert, Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries, Refusal } from '../../api.ts'
import { fieldErrors } from '../../components/field_errors.ts'
import { MoneyInput } from '../../components/MoneyInput.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { settingsQuery } from '../transaction_bundles/data.ts'
import { type Batch, changeBatch, openBatch } from './data.ts'

interface Props {
  /** The one whose expectations change; without one a new batch is opened. */
  batch?: Batch
  etag?: string | undefined
  onDone: (batch?: Batch) => void
}

/** What the pile was counted to be. */
export function BatchForm({ batch, etag, onDone }: Props) {
  const { t } = useTranslation('payments')
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const currency = batch?.currency ?? settings.currency
  const [name, setName] = useState(batch?.name ?? '')
  const [count, setCount] = useState<number | string>(batch?.expected_count ?? '')
  const [amount, setAmount] = useState<number | undefined>(batch?.expected_amount)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState(false)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const wish = { name, expected_count: Number(count) || 0, expected_amount: amount ?? 0 }
    try {
      onDone(batch ? await changeBatch(batch.id, wish, conflict ? undefined : etag) : await openBatch(wish))
    } catch (error) {
      if (error instanceof Refusal && error.status === 412) {
        setConflict(true)
        await queries.invalidateQueries({ queryKey: ['batches'] })
      } else if (fieldErrors(error)) setErrors(fieldErrors(error)!)
      else notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="sm">
        {conflict && (
          <Alert color="orange" role="alert">
            {t('said.changed', { ns: 'shell' })}
          </Alert>
        )}
        <NumberInput
          label={t('batch.expected_count')}
          min={0}
          max={10_000}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={count}
          onChange={setCount}
          error={errors['expected_count']}
          data-autofocus
        />
        <MoneyInput
          label={t('batch.expected_amount')}
          currency={currency}
          value={amount}
          onChange={setAmount}
          error={errors['expected_amount']}
        />
        <TextInput
          label={t('batch.name')}
          maxLength={200}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={errors['name']}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={() => onDone()}>
            {t('do.cancel', { ns: 'shell' })}
          </Button>
          <Button size="xs" type="submit" loading={busy}>
            {batch ? t('do.save', { ns: 'shell' }) : t('batch.create_do')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
