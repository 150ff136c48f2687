import { NativeSelect } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, type Operations, queries } from '../../api.ts'
import { notify } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
import { SettingsForm } from '../transaction_settings/SettingsForm.tsx'

type Checks = Operations['payment_checks.read']['response']['data']
type Action = Checks[keyof Checks]

const checks = [
  'allocation',
  'price',
  'overlapping_membership',
  'unknown_campaign',
  'repeated_reference',
] as const satisfies (keyof Checks)[]
const actions: Action[] = ['warn', 'refuse', 'off']

const checksQuery = {
  queryKey: ['finance', 'payment_checks'],
  queryFn: async () => {
    const { body, etag } = await muster.request('payment_checks.read', {})
    return { stored: body.data, etag: etag ?? undefined }
  },
}

/** What each check of payments does: warn, refuse or nothing. */
export function PaymentChecks() {
  const { t } = useTranslation('finance')
  const { stored, etag } = useSuspenseQuery(checksQuery).data
  const [values, setValues] = useState<Checks>(stored)
  const saving = useSave({
    fields: checks,
    save: (data: Partial<Checks>, overwrite) =>
      muster.payment_checks.update({ data }, etag && !overwrite ? { if_match: etag } : {}),
    onSaved: async () => {
      notify(t('saved'))
      await queries.invalidateQueries({ queryKey: ['finance'] })
      await queries.invalidateQueries({ queryKey: ['payments', 'warnings'] })
    },
  })
  const changed = Object.fromEntries(
    checks.filter(check => values[check] !== stored[check]).map(check => [check, values[check]]),
  )
  return (
    <SettingsForm how={t('checks.how')} saving={saving} onSave={() => void saving.save(changed, saving.conflict)}>
      {checks.map(check => (
        <NativeSelect
          key={check}
          label={t(`checks.${check}.label`)}
          description={t(`checks.${check}.how`)}
          value={values[check]}
          error={saving.errors[check]}
          onChange={event => setValues({ ...values, [check]: event.currentTarget.value as Action })}
          data={actions.map(action => ({ value: action, label: t(`checks.action.${action}`) }))}
        />
      ))}
    </SettingsForm>
  )
}
