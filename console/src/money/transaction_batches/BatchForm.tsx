import { Button, Group, NumberInput, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../../api.ts'
import { MoneyInput } from '../../components/MoneyInput.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { settingsQuery } from '../transaction_bundles/data.ts'
import { type Batch, changeBatch, openBatch } from './data.ts'

interface Props {
  /** The batch to change; without one a new batch is opened. */
  batch?: Batch
  etag?: string | undefined
  /** Whether its first field takes the focus; in a dialog it has it anyway. */
  autoFocus?: boolean
  onDone: (batch?: Batch) => void
}

/** The number and the amount of the payments, counted by hand. */
export function BatchForm({ batch, etag, autoFocus = false, onDone }: Props) {
  const { t } = useTranslation('payments')
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const currency = batch?.currency ?? settings.currency
  const [name, setName] = useState(batch?.name ?? '')
  const [count, setCount] = useState<number | string>(batch?.expected_count ?? '')
  const [amount, setAmount] = useState<number | undefined>(batch?.expected_amount)
  const saving = useSave({
    fields: ['name', 'expected_count', 'expected_amount'],
    save: (_, overwrite) => {
      const data = { name, expected_count: Number(count) || 0, expected_amount: amount ?? 0 }
      return batch ? changeBatch(batch.id, data, overwrite ? undefined : etag) : openBatch(data)
    },
    onSaved: onDone,
  })
  const { errors, conflict } = saving
  useEffect(() => {
    if (conflict) void queries.invalidateQueries({ queryKey: ['batches'] })
  }, [conflict])
  return (
    <SaveForm saving={saving} gap="sm" onSubmit={() => void saving.save(undefined, conflict)}>
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
        autoFocus={autoFocus}
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
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={errors['name']}
      />
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={() => onDone()}>
          {t('button.cancel', { ns: 'shell' })}
        </Button>
        <Button size="xs" type="submit" loading={saving.busy}>
          {batch ? t('button.save', { ns: 'shell' }) : t('batch.create_submit')}
        </Button>
      </Group>
    </SaveForm>
  )
}
