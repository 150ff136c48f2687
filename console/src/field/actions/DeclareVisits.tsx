import { NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { formatNumber } from '../../components/formats.ts'
import { halfDates } from '../../components/half_dates.ts'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { declareVisits, withdrawDeclared } from './data.ts'

const count_max = 100_000

/** Declares visits that were counted on paper. They are counted apart from recorded visits. */
export function DeclareVisits({ id, opened, onClose }: { id: number; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('actions')
  const today = new Date().toISOString().slice(0, 10)
  const [count, setCount] = useState<number | string>('')
  const [date, setDate] = useState(today)
  const saving = useSave({
    fields: ['count', 'date'],
    save: () => declareVisits(id, Number(count), date),
    onSaved: declared => {
      setCount('')
      onClose()
      notifyWithUndo(t('declared_done', { count: Number(count) }), () => withdrawDeclared(id, declared))
    },
  })
  const submit = (half: string[]) => {
    const found = {
      ...(!(Number(count) >= 1 && Number(count) <= count_max) && {
        count: t('wrong.declared', { most: formatNumber(count_max) }),
      }),
      ...((half.length > 0 || !date) && { date: t('wrong.date') }),
      ...(date > today && { date: t('wrong.future') }),
    }
    if (Object.keys(found).length > 0) saving.refuse(found)
    else void saving.save()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('declare')}>
      <SaveForm saving={saving} onSubmit={event => submit(halfDates(event.currentTarget))} noValidate>
        <NumberInput
          label={t('declare_count')}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          withAsterisk
          data-autofocus
          value={count}
          onChange={setCount}
          error={saving.errors['count']}
        />
        <TextInput
          type="date"
          name="date"
          label={t('day')}
          withAsterisk
          max={today}
          value={date}
          onChange={event => setDate(event.currentTarget.value)}
          error={saving.errors['date']}
        />
        <FormActions onCancel={onClose} busy={saving.busy} label={t('button.save', { ns: 'shell' })} />
      </SaveForm>
    </Dialog>
  )
}
