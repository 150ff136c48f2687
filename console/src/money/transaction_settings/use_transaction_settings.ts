import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, type Operations, queries, Refusal } from '../../api.ts'
import { fieldErrors } from '../../components/field_errors.ts'
import { notify, notifyError } from '../../components/notifications.tsx'

export type SettingsChange = Operations['transaction_settings.update']['args']['data']

/** The settings with the mark of their present state. */
export const settingsWithEtag = {
  queryKey: ['finance', 'marked_settings'],
  queryFn: async () => {
    const { body, etag } = await muster.ask('transaction_settings.read', {})
    return { settings: body.data, etag: etag ?? undefined }
  },
}

/** Only what is other than before is sent: the rest may have been changed by somebody else. */
const changed = (wish: SettingsChange, before: object): SettingsChange =>
  Object.fromEntries(
    Object.entries(wish).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name]),
    ),
  )

/** Saves a part of the settings; tells when somebody else changed them meanwhile, and then saving again is meant. */
export function useTransactionSettings() {
  const { t } = useTranslation('finance')
  const { data } = useSuspenseQuery(settingsWithEtag)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async (change: SettingsChange) => {
    setBusy(true)
    setErrors({})
    try {
      await muster.transaction_settings.update(
        { data: changed(change, data.settings) },
        data.etag && !conflict ? { if_match: data.etag } : {},
      )
      setConflict(false)
      notify(t('saved'))
      await queries.invalidateQueries({ queryKey: ['finance'] })
    } catch (error) {
      const byField = fieldErrors(error)
      if (error instanceof Refusal && error.status === 412) setConflict(true)
      else if (byField) setErrors(byField)
      else notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return { settings: data.settings, save, errors, conflict, busy }
}
