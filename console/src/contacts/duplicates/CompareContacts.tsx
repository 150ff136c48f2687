import { Badge, Button, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { formatDay } from '../../components/formats.ts'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { contactQuery, nameOf } from '../contacts/data.ts'
import {
  type Choices,
  type MergeField,
  markNotDuplicates,
  merge_fields,
  mergeContacts,
  undoMerge,
  unmarkNotDuplicates,
} from './data.ts'

interface Props {
  survivor: number
  gone: number
  onSwap: () => void
  onDone: () => void
}

/** Compares two contacts. Where they differ the user chooses; values that only one has are kept. */
export function CompareContacts({ survivor, gone, onSwap, onDone }: Props) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const { data: one } = useSuspenseQuery(contactQuery(survivor))
  const { data: other } = useSuspenseQuery(contactQuery(gone))
  const [choices, setChoices] = useState<Choices>({})
  const textOf = useFieldText()
  const rows = merge_fields
    .map(field => ({ field, mine: textOf(one.contact, field), theirs: textOf(other.contact, field) }))
    .filter(({ mine, theirs }) => mine || theirs)

  const merging = useSave({
    save: () => mergeContacts(survivor, gone, choices),
    onSaved: merged => {
      notifyWithUndo(t('duplicates.merged'), () => undoMerge(merged))
      onDone()
    },
  })
  const separating = useSave({
    save: () => markNotDuplicates([survivor, gone]),
    onSaved: () => {
      notifyWithUndo(t('duplicates.marked_not_duplicates'), () => unmarkNotDuplicates([survivor, gone]))
      onDone()
    },
  })
  const busy = merging.busy || separating.busy
  return (
    <Stack>
      <Table.ScrollContainer minWidth={340} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table layout="fixed" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={{ base: 92, sm: 140 }}>
                <span className="unseen">{t('duplicates.compare')}</span>
              </Table.Th>
              <Table.Th>
                {nameOf(one.contact)} <Badge color="green">{t('duplicates.stays')}</Badge>
                <Text size="xs" c="dimmed">
                  {t('number', { id: survivor })}
                </Text>
              </Table.Th>
              <Table.Th>
                {nameOf(other.contact)}
                <Text size="xs" c="dimmed">
                  {t('number', { id: gone })}
                </Text>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ field, mine, theirs }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{t(`field.${field}`)}</Table.Th>
                {(['survivor', 'gone'] as const).map(side => (
                  <Table.Td key={side} className="breaking">
                    {mine === theirs ? (
                      mine
                    ) : (
                      <Radio
                        name={field}
                        label={(side === 'survivor' ? mine : theirs) || t('duplicates.empty')}
                        checked={(choices[field] ?? defaultSide(one.contact, field)) === side}
                        onChange={() => setChoices({ ...choices, [field]: side })}
                      />
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed">
        {t('duplicates.merge_why')}
      </Text>
      <Group justify="space-between">
        <Group>
          <Button variant="default" onClick={onDone}>
            {t('duplicates.back')}
          </Button>
          <Button variant="default" onClick={onSwap}>
            {t('duplicates.swap')}
          </Button>
        </Group>
        {may('contacts:write') && (
          <Group>
            <Button variant="subtle" disabled={busy} onClick={() => void separating.save()}>
              {t('duplicates.mark_not_duplicates')}
            </Button>
            <Button loading={busy} onClick={() => void merging.save()}>
              {t('duplicates.merge')}
            </Button>
          </Group>
        )}
      </Group>
    </Stack>
  )
}

/** The default of the server: the remaining contact keeps its values, gaps are filled, and an opt-out stays. */
const defaultSide = (contact: Contact, field: MergeField) => (contact[field] ? 'survivor' : 'gone')

function useFieldText() {
  const { t } = useTranslation('contacts')
  return (contact: Contact, field: MergeField): string => {
    if (field === 'address') return addressText(contact)
    if (field === 'birthdate') return formatDay(contact.birthdate)
    if (field === 'gender') return contact.gender ? t(`gender.${contact.gender}`) : ''
    if (field === 'black_list') return t(contact.black_list ? 'message.yes' : 'message.no', { ns: 'shell' })
    return String(contact[field] || '')
  }
}

const addressText = ({ address }: Contact) =>
  address
    ? [`${address.house_number} ${address.street}`, `${address.postal_code} ${address.city}`]
        .map(line => line.trim())
        .filter(Boolean)
        .join(', ')
    : ''
