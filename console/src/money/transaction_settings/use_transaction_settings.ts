import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, muster, type Operations, queries } from '../../api.ts'
import { errorAt } from '../../components/error_at.ts'
import { errorText } from '../../components/error_text.ts'
import { notify } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'

export type SettingsChange = Operations['transaction_settings.update']['args']['data']

/** The settings with their ETag. */
export const settingsWithEtag = {
  queryKey: ['finance', 'marked_settings'],
  queryFn: async () => {
    const { body, etag } = await muster.request('transaction_settings.read', {})
    return { settings: body.data, etag: etag ?? undefined }
  },
}

/** Numbers that are never given twice, so they cannot be lowered. */
const serials = ['membership_serial', 'batch_serial'] as const

/** Only the values that changed are sent, so that changes by other users stay. */
const changed = (change: SettingsChange, before: object): SettingsChange =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name]),
    ),
  )

/** Saves a part of the settings. After a conflict, saving again overwrites. */
export function useTransactionSettings(fields: readonly string[]) {
  const { t } = useTranslation('finance')
  const { data } = useSuspenseQuery(settingsWithEtag)
  const saving = useSave({
    fields,
    save: (change: SettingsChange, overwrite) =>
      muster.transaction_settings
        .update({ data: changed(change, data.settings) }, data.etag && !overwrite ? { if_match: data.etag } : {})
        .catch(error => {
          const lowered = serials.find(name => (change[name] ?? 0) < data.settings[name])
          throw error instanceof ApiError && error.status === 409 && lowered && change[lowered] !== undefined
            ? errorAt(error, lowered, errorText(error))
            : error
        }),
    onSaved: () => {
      notify(t('saved'))
      return Promise.all(['finance', 'ledger'].map(key => queries.invalidateQueries({ queryKey: [key] })))
    },
  })
  return {
    settings: data.settings,
    saving,
    /** Resolves once it is saved or refused. */
    save: (change: SettingsChange) => saving.save(change, saving.conflict),
  }
}
