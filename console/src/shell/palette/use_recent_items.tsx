import { useMemo } from 'react'
import { ActionsIcon, ContactsIcon, PaymentsIcon, TeamsIcon } from '../../components/icons.tsx'
import { useMe } from '../../use_me.ts'
import type { PaletteItem } from './items.ts'
import { places } from './places.ts'
import { recentRecords } from './recent.ts'

const icons = { contacts: ContactsIcon, payments: PaymentsIcon, teams: TeamsIcon, actions: ActionsIcon }

/** The records opened last. Read when the palette opens. */
export function useRecentItems(go: (to: string, search: object) => void): PaletteItem[] {
  const { user, space } = useMe()
  const records = useMemo(() => recentRecords({ user: { id: user.id }, space: { id: space.id } }), [user.id, space.id])
  return records.map(({ kind, id, label, detail }) => {
    const Icon = icons[kind]
    return {
      id: `recent ${kind} ${id}`,
      label,
      detail: typeof detail === 'string' ? detail : undefined,
      icon: <Icon size={18} />,
      texts: detail ? [label, detail] : [label],
      run: () => go(...places[kind](id)),
    }
  })
}
