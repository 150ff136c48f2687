import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Contact, isNotFound } from '../../api.ts'
import { PageTabs } from '../../components/PageTabs.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { startEditing, useEditKey } from '../../components/use_letter_key.ts'
import { useMe } from '../../use_me.ts'
import { DuplicateHint } from '../duplicates/DuplicateHint.tsx'
import { Answers } from '../forms/Answers.tsx'
import { ContactPrivacyRequests } from '../privacy_requests/ContactPrivacyRequests.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { ContactPayments } from './ContactPayments.tsx'
import { ContactTimeline } from './ContactTimeline.tsx'
import { DeleteContactDialog } from './DeleteContactDialog.tsx'
import { contactQuery, memberQuery, nameOf } from './data.ts'
import { type Tab, tabs } from './search_params.ts'

interface Props {
  id: number
  tab: Tab | undefined
  inDrawer?: boolean
  onTab: (tab: Tab | undefined) => void
  onOpen: (id: number) => void
  onGone: () => void
}

/** Everything about one contact. */
export function ContactRecord({ id, tab, inDrawer, onTab, onOpen, onGone }: Props) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const { data, error, refetch } = useQuery(contactQuery(id))
  const [removing, setRemoving] = useState(false)
  const record = useRef<HTMLDivElement>(null)
  useEditKey(useCallback(() => void startEditing(record.current), []))
  useDocumentTitle(`${data ? nameOf(data.contact) : t('one')} · Muster`)
  if (!data || isNotFound(error)) return <RecordPlaceholder error={error} onRetry={refetch} />
  const { contact, etag } = data
  const seen: Record<Tab, boolean> = {
    timeline: true,
    payments: may('finance:read'),
    answers: may('contacts:sensitive', 'forms:read'),
    actions: true,
    privacy: may('privacy:manage'),
  }
  const panels: Record<Tab, () => ReactNode> = {
    timeline: () => <ContactTimeline id={id} />,
    payments: () => <ContactPayments id={id} />,
    answers: () => <Answers contact={contact} etag={etag} />,
    actions: () => <ContactTimeline id={id} only="visit" />,
    privacy: () => <ContactPrivacyRequests id={id} />,
  }
  return (
    <Stack ref={record}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4} miw={0}>
          <Title order={inDrawer ? 3 : 1} size="h3">
            {nameOf(contact)}
          </Title>
          <Badges contact={contact} />
        </Stack>
        <Group gap="xs" wrap="nowrap">
          {inDrawer ? (
            <Button component={Link} to={`/contacts/${id}`} variant="default" size="compact-sm">
              {t('full_page')}
            </Button>
          ) : (
            <Button component={Link} to="/contacts" variant="default" size="compact-sm">
              {t('to_list')}
            </Button>
          )}
        </Group>
      </Group>
      {may('contacts:write') && <DuplicateHint id={id} onOpen={onOpen} />}
      <ContactDetails contact={contact} etag={etag} />
      <PageTabs
        label={t('one')}
        names={tabs.filter(name => seen[name])}
        open={tab && seen[tab] ? tab : 'timeline'}
        onOpen={name => onTab(name === 'timeline' ? undefined : name)}
        labelOf={name => t(`tab.${name}`)}
        panel={name => panels[name]()}
      />
      {may('contacts:write') && (
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        </Group>
      )}
      <DeleteContactDialog contact={contact} opened={removing} onClose={() => setRemoving(false)} onGone={onGone} />
    </Stack>
  )
}

function Badges({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const numbered = contact.membership_number > 0
  const { data: member } = useQuery({ ...memberQuery(contact.id), enabled: may('finance:read') && numbered })
  return (
    <Group gap={6}>
      {numbered && (
        <Badge color={member ? 'green' : 'gray'}>
          {member
            ? t('member', { number: contact.membership_code })
            : t(member === undefined ? 'member_known' : 'member_lapsed', { number: contact.membership_code })}
        </Badge>
      )}
      {contact.black_list && <Badge color="red">{t('do_not_contact')}</Badge>}
      {contact.restricted && <Badge color="orange">{t('restricted')}</Badge>}
      <Text size="xs" c="dimmed">
        {t('number', { id: contact.id })}
      </Text>
    </Group>
  )
}
