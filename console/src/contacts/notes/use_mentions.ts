import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonName } from '../../api.ts'
import { fullName } from '../../components/formats.ts'
import { usersQuery } from '../../organisation/data.ts'
import { mentionsOf } from './mentions.ts'

/** The users whom a note can mention, by name. */
export function useMentions() {
  const { data: users } = useQuery({ ...usersQuery, staleTime: 60_000, throwOnError: false })
  return useMemo(() => mentionsOf(users ?? []).sort((one, other) => one.name.localeCompare(other.name)), [users])
}

/** Finds the name of a mentioned user: among those that the note names, then among the users that the caller sees. */
export function useUserName(mentions: readonly PersonName[] = []) {
  const { t } = useTranslation('notes')
  const users = useMentions()
  return useCallback(
    (id: number) => {
      const named = mentions.find(user => user.id === id)
      return (named && fullName(named)) || users.find(user => user.id === id)?.name || t('mention.unknown', { id })
    },
    [mentions, users, t],
  )
}
