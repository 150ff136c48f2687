import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonName } from '../../api.ts'
import { fullName } from '../../components/formats.ts'
import { rolesQuery, usersQuery } from '../../organisation/data.ts'
import { mentionsOf } from './mentions.ts'

const known_for = { staleTime: 60_000, throwOnError: false }

/** The users whom a note can mention, by name: those whose role can see contacts. */
export function useMentions() {
  const { data: users } = useQuery({ ...usersQuery, ...known_for })
  const { data: roles } = useQuery({ ...rolesQuery, ...known_for })
  return useMemo(() => {
    const able = roles?.filter(({ permissions }) => permissions.includes('contacts:read')).map(({ id }) => id)
    return namesOf((users ?? []).filter(({ role_data }) => able?.includes(role_data.id) ?? true))
  }, [users, roles])
}

const namesOf = (users: Parameters<typeof mentionsOf>[0]) =>
  mentionsOf(users).sort((one, other) => one.name.localeCompare(other.name))

/** Finds the name of a mentioned user: among those that the note names, then among the users that the caller sees. */
export function useUserName(mentions: readonly PersonName[] = []) {
  const { t } = useTranslation('notes')
  const { data } = useQuery({ ...usersQuery, ...known_for })
  const users = useMemo(() => namesOf(data ?? []), [data])
  return useCallback(
    (id: number) => {
      const named = mentions.find(user => user.id === id)
      return (named && fullName(named)) || users.find(user => user.id === id)?.name || t('mention.unknown', { id })
    },
    [mentions, users, t],
  )
}
