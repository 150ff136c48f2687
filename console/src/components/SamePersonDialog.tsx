import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SimilarContact } from '../api.ts'
import { Dialog } from './Dialog.tsx'
import { formatDay, formatMoney, fullName } from './formats.ts'
import { formatSpaceDay } from './space_day.ts'
import './same_person.css'

interface Props {
  /** The contacts that may be the person; empty while there is nothing to ask. */
  similar: readonly SimilarContact[]
  busy?: boolean
  onUse: (contact: SimilarContact['contact']) => void
  onCreate: () => void
  onBack: () => void
}

/** Asks before a contact is created whether the person is one of the stored contacts. */
export function SamePersonDialog({ similar, busy = false, onUse, onCreate, onBack }: Props) {
  const { t } = useTranslation('contacts')
  const [first, ...others] = similar
  const title = first && others.length === 0 ? t('same_person.one', { name: nameOf(first) }) : t('same_person.several')
  return (
    <Dialog title={title} opened={first !== undefined} onClose={onBack} busy={busy} size="lg">
      <Stack>
        <ul className="plain-list similar-list">
          {similar.map(one => (
            <SimilarPerson key={one.contact.id} similar={one} busy={busy} onUse={() => onUse(one.contact)} />
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="subtle" disabled={busy} onClick={onBack}>
            {t('same_person.back')}
          </Button>
          <Button variant="default" loading={busy} onClick={onCreate}>
            {t('same_person.create')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** A contact with what tells it from namesakes. */
function SimilarPerson({ similar, busy, onUse }: { similar: SimilarContact; busy: boolean; onUse: () => void }) {
  const { t } = useTranslation('contacts')
  const { contact, reasons, last_payment } = similar
  const facts = [
    contact.city,
    partOfMail(contact.mail),
    contact.birthdate && t('same_person.born', { day: formatDay(contact.birthdate) }),
    last_payment &&
      t('same_person.paid', {
        amount: formatMoney(last_payment.amount, last_payment.currency),
        day: formatSpaceDay(last_payment.date),
      }),
    t('same_person.since', { day: formatDay(contact.created_at) }),
  ].filter(Boolean)
  return (
    <li className="similar-person">
      <div>
        <Text fw={600} className="breaking">
          {nameOf(similar)}
        </Text>
        <Text size="sm" className="breaking">
          {facts.join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {reasons.map(reason => t(`same_person.reason.${reason}`)).join(' · ')}
        </Text>
      </div>
      <Button disabled={busy} aria-label={t('same_person.use_name', { name: nameOf(similar) })} onClick={onUse}>
        {t('same_person.use')}
      </Button>
    </li>
  )
}

const nameOf = ({ contact }: SimilarContact) => fullName(contact) || `#${contact.id}`

/** The address without most of its name: enough to recognise it, not to read it over a shoulder. */
const partOfMail = (mail: string) => mail.replace(/^(.).*(@.*)$/, '$1…$2')
