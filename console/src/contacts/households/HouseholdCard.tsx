import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Household } from '../../api.ts'
import { fullName } from '../../components/formats.ts'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
import { PersonRow } from '../relationships/PersonRow.tsx'
import { changeHousehold } from './data.ts'

interface Props {
  household: Household
  contactId: number
  /** Contacts that are listed with their relationship. */
  related: readonly number[]
  writable: boolean
  onRemoved: () => void
}

/** A household: its name, its address and the members without a relationship to the contact. */
export function HouseholdCard({ household, contactId, related, writable, onRemoved }: Props) {
  const { t } = useTranslation('notes')
  const { members, contact_ids } = household
  const removing = useSave({
    save: (id: number) => changeHousehold(household, { contact_ids: contact_ids.filter(member => member !== id) }),
    onSaved: (_, id) => {
      onRemoved()
      const member = members.find(member => member.id === id)
      const name = member ? fullName(member) : ''
      notifyWithUndo(t('household.removed', { name }), () => changeHousehold(household, { contact_ids }))
    },
  })
  const others = members.filter(({ id }) => id !== contactId && !related.includes(id))
  return (
    <div className="household">
      <Text size="sm" fw={600} className="breaking">
        {household.name || t('household.one')}
      </Text>
      <Text size="xs" c="dimmed" className="breaking">
        {addressOf(household) || t('household.no_address')}
      </Text>
      {members.length < 2 && (
        <Text size="xs" c="dimmed">
          {t('household.alone')}
        </Text>
      )}
      {others.length > 0 && (
        <ul className="person-list">
          {others.map(member => (
            <PersonRow
              key={member.id}
              person={member}
              onRemove={writable ? () => void removing.save(member.id) : undefined}
              removeLabel={t('household.remove', { name: fullName(member) })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** The address on one line, such as `12 rue de Belfort, 69004 Lyon`. */
export function addressOf({ house_number, street, addition, postal_code, city }: Household) {
  const joined = (...parts: string[]) => parts.filter(Boolean).join(' ')
  return [joined(house_number, street), addition, joined(postal_code, city)].filter(Boolean).join(', ')
}
