import { Anchor, Badge, Button, Group, Radio, Stack, Table, Text, Title } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Contact, DuplicateGroup } from '../../api.ts'
import { BreakableText } from '../../components/BreakableText.tsx'
import { formatDay } from '../../components/formats.ts'
import { LeftIcon } from '../../components/icons.tsx'
import { formatPhone } from '../../components/phones.ts'
import { contactQuery, nameOf } from '../contacts/data.ts'
import { type Choices, type MergeField, merge_fields } from './data.ts'
import { strength_colors } from './PairList.tsx'
import '../../components/bottom_bar.css'

interface Props {
  survivor: number
  gone: number
  /** Why the two were proposed; undefined for two that were chosen by hand. */
  group: DuplicateGroup | undefined
  choices: Choices
  onChoices: (choices: Choices) => void
  decisions: {
    merge: (() => void) | undefined
    separate: (() => void) | undefined
    separateAll: (() => void) | undefined
    swap: (() => void) | undefined
  }
  onBack: (() => void) | undefined
}

/** Compares two contacts. Where they differ the user chooses; values that only one has are kept. */
export function CompareContacts({ survivor, gone, group, choices, onChoices, decisions, onBack }: Props) {
  const { t } = useTranslation('contacts')
  const [{ data: one }, { data: other }] = useSuspenseQueries({ queries: [contactQuery(survivor), contactQuery(gone)] })
  const textOf = useFieldText()
  const rows = merge_fields
    .map(field => ({ field, mine: textOf(one.contact, field), theirs: textOf(other.contact, field) }))
    .filter(({ mine, theirs }) => mine || theirs)
  return (
    <Stack component="section" aria-label={t('duplicates.compare')} gap="sm" className="duplicate-comparison">
      {onBack && (
        <Button variant="subtle" px={0} w="fit-content" leftSection={<LeftIcon size={16} />} onClick={onBack}>
          {t('duplicates.back')}
        </Button>
      )}
      <Group gap="xs" wrap="nowrap">
        <Title order={2} size="h4" className="duplicate-name">
          {nameOf(one.contact)}
        </Title>
        {group && (
          <Badge color={strength_colors[group.strength]} variant="light" style={{ flexShrink: 0 }}>
            {t(`duplicates.strength.${group.strength}`)}
          </Badge>
        )}
      </Group>
      <Group justify="flex-end" align="flex-start" gap="xs">
        <Reason group={group} separateAll={decisions.separateAll} />
        <Button variant="default" onClick={decisions.swap}>
          {t('duplicates.swap')}
        </Button>
        <Group gap="xs" className="bottom-bar">
          {decisions.separate && (
            <Button variant="default" onClick={decisions.separate}>
              {t('duplicates.mark_not_duplicates')}
            </Button>
          )}
          {decisions.merge && <Button onClick={decisions.merge}>{t('duplicates.merge')}</Button>}
        </Group>
      </Group>
      <Table.ScrollContainer minWidth={340} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table layout="fixed" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={{ base: 92, sm: 140 }}>
                <span className="unseen">{t('duplicates.compare')}</span>
              </Table.Th>
              {[one, other].map(({ contact }, index) => (
                <Table.Th key={contact.id}>
                  <Link to="/contacts/$id" params={{ id: String(contact.id) }} className="record-link">
                    {nameOf(contact)}
                  </Link>{' '}
                  {index === 0 && <Badge color="green">{t('duplicates.stays')}</Badge>}
                  <Text size="xs" c="dimmed">
                    {t('duplicates.since', { id: contact.id, day: formatDay(contact.created_at) })}
                  </Text>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ field, mine, theirs }) => (
              <Table.Tr key={field} className={differ(field, mine, theirs) ? 'duplicate-differs' : undefined}>
                <Table.Th scope="row">{t(`field.${field}`)}</Table.Th>
                {(['survivor', 'gone'] as const).map(side => (
                  <Table.Td key={side} className="breaking">
                    {mine === theirs ? (
                      <BreakableText text={mine} />
                    ) : (
                      <Radio
                        name={field}
                        label={<BreakableText text={(side === 'survivor' ? mine : theirs) || t('duplicates.empty')} />}
                        checked={(choices[field] ?? defaultSide(one.contact, field)) === side}
                        onChange={() => onChoices({ ...choices, [field]: side })}
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
    </Stack>
  )
}

/** Why the contacts were proposed. Its width does not depend on the text, so that the buttons beside it stay in place. */
function Reason({ group, separateAll }: Pick<Props, 'group'> & Pick<Props['decisions'], 'separateAll'>) {
  const { t } = useTranslation('contacts')
  return (
    <div className="duplicate-reason">
      {group && (
        <Text size="sm" c="dimmed">
          {[
            t(`duplicates.reason.${group.reason}`),
            ...group.differences.map(difference => t(`duplicates.difference.${difference}`)),
          ].join(' · ')}
        </Text>
      )}
      {group && separateAll && (
        <Anchor component="button" type="button" size="sm" fw={600} onClick={separateAll}>
          {t('duplicates.all_different', { count: group.contacts.length })}
        </Anchor>
      )}
    </div>
  )
}

function plainText(contact: Contact, field: Exclude<MergeField, 'address'>) {
  const text = String(contact[field] || '')
  return isPhone(field) ? formatPhone(text) : text
}

const isPhone = (field: MergeField) => field === 'mobile' || field === 'phone'

/** Whether both have a value and the values differ. A telephone number can be written with and without its country. */
function differ(field: MergeField, mine: string, theirs: string) {
  const plain = (text: string) => (isPhone(field) ? text.replace(/\D/g, '').slice(-9) : text)
  return Boolean(mine && theirs && plain(mine) !== plain(theirs))
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
    return plainText(contact, field)
  }
}

const addressText = ({ address }: Contact) =>
  address
    ? [`${address.house_number} ${address.street}`, `${address.postal_code} ${address.city}`]
        .map(line => line.trim())
        .filter(Boolean)
        .join(', ')
    : ''
