import { TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { formatDay, formatNumber } from '../../components/formats.ts'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { addDays } from './accounting_years.ts'
import { ledgerSettingsQuery, validateUntil } from './data.ts'
import { useCalendar } from './use_calendar.ts'
import { ValidationFacts } from './ValidationFacts.tsx'

interface Props {
  opened: boolean
  /** The day to begin with; without one, the end of last month. */
  until: string | undefined
  onClose: () => void
}

/** Validates the entries up to a day. */
export function ValidateDialog({ opened, until, onClose }: Props) {
  const { t } = useTranslation('ledger')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('validate.title')}>
      <ValidateForm until={until} onDone={onClose} />
    </Dialog>
  )
}

function ValidateForm({ until: first, onDone }: { until: string | undefined; onDone: () => void }) {
  const { t } = useTranslation('ledger')
  const { today } = useCalendar()
  const { posted, validated_until } = useSuspenseQuery(ledgerSettingsQuery).data.settings
  const [until, setUntil] = useState(first ?? addDays(`${today.slice(0, 7)}-01`, -1))
  const saving = useSave({
    fields: ['until'],
    save: () => validateUntil(until),
    onSaved: ({ validated_until, entries }) => {
      const words = { count: entries, shown: formatNumber(entries), day: formatDay(validated_until) }
      notify(t('validate.done', words))
      onDone()
    },
  })
  const wrong =
    until === '' || until >= today
      ? t('validate.need_day')
      : validated_until !== null && until <= validated_until
        ? t('validate.before', { day: formatDay(validated_until) })
        : undefined
  return (
    <SaveForm
      saving={saving}
      gap="sm"
      onSubmit={() => {
        if (!wrong) void saving.save()
      }}
    >
      <TextInput
        type="date"
        label={t('validate.until')}
        required
        max={addDays(today, -1)}
        value={until}
        error={wrong ?? saving.errors['until']}
        onChange={event => setUntil(event.currentTarget.value)}
        data-autofocus
      />
      <ValidationFacts until={wrong ? undefined : until} />
      <FormActions
        onCancel={onDone}
        busy={saving.busy}
        disabled={wrong !== undefined || !posted}
        label={t('validate.submit')}
      />
    </SaveForm>
  )
}
