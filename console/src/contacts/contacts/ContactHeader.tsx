import { ActionIcon, Avatar, Badge, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { formatMonthYear } from '../../components/formats.ts'
import { CheckIcon, DeleteIcon, MergeIcon, MoreIcon, PrintIcon } from '../../components/icons.tsx'
import { useMe } from '../../use_me.ts'
import { DeleteContactDialog } from './DeleteContactDialog.tsx'
import { nameOf, summaryQuery } from './data.ts'
import { ReachButtons } from './ReachButtons.tsx'
import type { Tab } from './search_params.ts'

interface Props {
  contact: Contact
  inDrawer: boolean
  onTab: (tab: Tab | undefined) => void
  onGone: () => void
}

/** Who it is, and how to reach them. */
export function ContactHeader({ contact, inDrawer, onTab, onGone }: Props) {
  return (
    <Group justify="space-between" align="flex-start" gap="md" className="contact-header" data-drawer={inDrawer}>
      <Group gap="md" wrap="nowrap" miw={0} flex="1 1 280px" align="flex-start">
        <Avatar size={inDrawer ? 44 : 56} color="moss" radius="xl" aria-hidden>
          {initialsOf(contact)}
        </Avatar>
        <Stack gap={4} miw={0}>
          <Group gap="xs" component="span">
            <Title order={inDrawer ? 3 : 1} size={inDrawer ? 'h3' : 'h2'} className="breaking">
              {nameOf(contact)}
            </Title>
            <Badges contact={contact} />
          </Group>
          <AboutLine contact={contact} />
        </Stack>
      </Group>
      <Group gap="xs" justify="flex-end" className="contact-actions">
        <ReachButtons contact={contact} />
        <RecordMenu contact={contact} onTab={onTab} onGone={onGone} />
      </Group>
    </Group>
  )
}

const initialsOf = ({ firstname, surname, mail }: Contact) =>
  [firstname, surname].map(word => [...word.trim()][0] ?? '').join('') || [...mail][0] || '#'

function Badges({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const { data: summary } = useQuery(summaryQuery(contact.id))
  const state = summary?.membership?.state
  const numbered = contact.membership_number > 0
  return (
    <>
      {state === 'member' && (
        <Badge color="green" leftSection={<CheckIcon size={12} />}>
          {numbered ? t('member', { number: contact.membership_code }) : t('membership.member')}
        </Badge>
      )}
      {(state === 'due' || state === 'to_come') && (
        <Badge color={state === 'due' ? 'orange' : 'gray'}>{t(`membership.${state}`)}</Badge>
      )}
      {state === 'lapsed' && (
        <Badge color="gray">
          {numbered ? t('member_lapsed', { number: contact.membership_code }) : t('membership.lapsed')}
        </Badge>
      )}
      {!state && numbered && <Badge color="gray">{t('member_known', { number: contact.membership_code })}</Badge>}
      {contact.black_list && <Badge color="red">{t('do_not_contact')}</Badge>}
      {contact.restricted && <Badge color="orange">{t('restricted')}</Badge>}
      {summary?.teams.map(({ id, name, leader }) => (
        <Badge key={id} color="gray">
          {leader ? t('team_leader', { team: name }) : name}
        </Badge>
      ))}
    </>
  )
}

/** Age, town, gender, number, and since when the contact is known. */
function AboutLine({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const age = ageOf(contact.birthdate)
  const parts = [
    age !== undefined && t('age', { count: age }),
    contact.address?.city,
    contact.gender && t(`gender.${contact.gender}`),
    t('number', { id: contact.id }),
    t('known_since', { date: formatMonthYear(contact.CreatedAt) }),
  ]
  return (
    <Text size="sm" c="dimmed" className="breaking">
      {parts.filter(Boolean).join(' · ')}
    </Text>
  )
}

function ageOf(birthdate: string | null) {
  if (!birthdate) return undefined
  const [year = 0, month = 0, day = 0] = birthdate.slice(0, 10).split('-').map(Number)
  const now = new Date()
  const had_birthday = now.getMonth() + 1 > month || (now.getMonth() + 1 === month && now.getDate() >= day)
  const age = now.getFullYear() - year - (had_birthday ? 0 : 1)
  return age >= 0 && age < 130 ? age : undefined
}

function RecordMenu({ contact, onTab, onGone }: Omit<Props, 'inDrawer'>) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('button.more', { ns: 'shell' })}>
            <MoreIcon size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<PrintIcon size={16} />} onClick={() => print()}>
            {t('print')}
          </Menu.Item>
          {may('privacy:manage') && <Menu.Item onClick={() => onTab('privacy')}>{t('tab.privacy')}</Menu.Item>}
          {may('contacts:write') && (
            <Menu.Item component={Link} to="/contacts/duplicates" leftSection={<MergeIcon size={16} />}>
              {t('duplicates.title')}
            </Menu.Item>
          )}
          {may('contacts:write') && (
            <Menu.Item color="red" leftSection={<DeleteIcon size={16} />} onClick={() => setRemoving(true)}>
              {t('remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteContactDialog contact={contact} opened={removing} onClose={() => setRemoving(false)} onGone={onGone} />
    </>
  )
}
