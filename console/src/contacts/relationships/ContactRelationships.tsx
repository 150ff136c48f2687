import { ActionIcon, Group, Menu, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Relationship } from '../../api.ts'
import { fullName } from '../../components/formats.ts'
import { HouseholdIcon, PlusIcon, TeamsIcon } from '../../components/icons.tsx'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { householdQuery } from '../households/data.ts'
import { HouseholdCard } from '../households/HouseholdCard.tsx'
import { HouseholdDialog } from '../households/HouseholdDialog.tsx'
import { createRelationship, relationshipsQuery, removeRelationship } from './data.ts'
import { PersonRow } from './PersonRow.tsx'
import { RelationshipDialog } from './RelationshipDialog.tsx'

/** The household and the relationships of a contact. */
export function ContactRelationships({ contactId, level = 2 }: { contactId: number; level?: 2 | 4 }) {
  const { t } = useTranslation('notes')
  const { may } = useMe()
  const [open, setOpen] = useState<'relationship' | 'household'>()
  const heading = useRef<HTMLHeadingElement>(null)
  const relationships = useQuery(relationshipsQuery(contactId))
  const household = useQuery(householdQuery(contactId))
  const writes = may('contacts:write')
  const close = () => setOpen(undefined)
  const rows = relationships.data ?? []
  const nothing = relationships.data && household.data === null && rows.length === 0
  return (
    <section aria-labelledby={`relationships-${contactId}`}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Title order={level} size="sm" id={`relationships-${contactId}`} ref={heading} tabIndex={-1}>
          {t('relationship.title')}
        </Title>
        {writes && (
          <Menu position="bottom-end" keepMounted={false}>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={t('relationship.add_any')}>
                <PlusIcon size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<TeamsIcon size={16} />} onClick={() => setOpen('relationship')}>
                {t('relationship.add')}
              </Menu.Item>
              <Menu.Item leftSection={<HouseholdIcon size={16} />} onClick={() => setOpen('household')}>
                {t(household.data ? 'household.edit' : 'household.create')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <Stack gap={6}>
        {(relationships.isPending || household.isPending) && <Skeleton height={32} aria-hidden />}
        {nothing && (
          <Text size="sm" c="dimmed">
            {t('relationship.none')}
          </Text>
        )}
        {household.data && (
          <HouseholdCard
            household={household.data}
            contactId={contactId}
            related={rows.map(({ contact }) => contact.id)}
            writable={writes}
            onRemoved={() => heading.current?.focus()}
          />
        )}
        {rows.length > 0 && (
          <ul className="person-list">
            {rows.map(relationship => (
              <Row
                key={relationship.id}
                contactId={contactId}
                relationship={relationship}
                together={household.data?.contact_ids.includes(relationship.contact.id) ?? false}
                writable={writes}
                onRemoved={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )}
      </Stack>
      <RelationshipDialog contactId={contactId} opened={open === 'relationship'} onClose={close} />
      <HouseholdDialog
        contactId={contactId}
        household={household.data ?? undefined}
        opened={open === 'household'}
        onClose={close}
      />
    </section>
  )
}

interface RowProps {
  contactId: number
  relationship: Relationship
  /** Whether both are in one household. */
  together: boolean
  writable: boolean
  onRemoved: () => void
}

function Row({ contactId, relationship, together, writable, onRemoved }: RowProps) {
  const { t } = useTranslation('notes')
  const { contact, kind, label } = relationship
  const word = kind === 'other' ? label || t('kind.other') : t(`kind.${kind}`)
  const name = fullName(contact)
  const removing = useSave({
    save: () => removeRelationship(contactId, relationship),
    onSaved: () => {
      onRemoved()
      const again = { contact_id: contact.id, kind, ...(kind === 'other' && { label }) }
      notifyWithUndo(t('relationship.removed', { name }), () => createRelationship(contactId, again))
    },
  })
  return (
    <PersonRow
      person={contact}
      detail={together ? t('relationship.together', { word }) : word}
      onRemove={writable ? () => void removing.save() : undefined}
      removeLabel={t('relationship.remove', { name })}
    />
  )
}
