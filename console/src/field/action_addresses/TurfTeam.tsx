import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../api.ts'
import { notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { changeAction } from '../actions/data.ts'
import { areaOfTurfs, type Turf } from './turfs.ts'

interface Props {
  action: Action
  etag: string | undefined
  writable: boolean
  turfs: Turf[]
  index: number
}

/** The team of a turf: its members begin there in the field app. */
export function TurfTeam({ action, etag, writable, turfs, index }: Props) {
  const { t } = useTranslation('actions')
  const [busy, setBusy] = useState(false)
  const turf = turfs[index]
  if (!turf) return null
  const names = action.Teams.filter(({ id }) => turf.team_ids.includes(id)).map(({ name }) => name)
  if (writable && action.Teams.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('left.add_teams')}
      </Text>
    )
  if (!writable) return names.length > 0 && <Text size="sm">{names.join(', ')}</Text>
  const save = async (team_ids: number[]) => {
    setBusy(true)
    try {
      await changeAction(action.id, { polygon: areaOfTurfs(turfs.with(index, { ...turf, team_ids })) }, etag)
      notifyWithUndo(t('left.team_saved', { turf: turf.name }), () =>
        changeAction(action.id, { polygon: action.polygon }),
      )
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <NativeSelect
      aria-label={t('left.team_of', { turf: turf.name })}
      disabled={busy}
      value={String(turf.team_ids[0] ?? '')}
      onChange={({ currentTarget: { value } }) => void save(value === '' ? [] : [Number(value)])}
      data={[
        { value: '', label: t('left.no_team') },
        ...action.Teams.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
