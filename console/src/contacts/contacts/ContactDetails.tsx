import { Button, Stack, Switch, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { formatDay } from '../../components/formats.ts'
import { Loading } from '../../components/Loading.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { formatPhone } from '../../components/phones.ts'
import { region } from '../../translations/index.ts'
import { text_fields } from '../field_lists.ts'
import { genders } from '../search/attributes.ts'
import { ContactConflictAlert } from './ContactConflictAlert.tsx'
import { nameOf } from './data.ts'
import { Fact, type FactProps } from './Fact.tsx'
import { useContactChange } from './use_contact_change.ts'

const ContactMap = lazy(async () => ({ default: (await import('./ContactMap.tsx')).ContactMap }))
const address_fields = ['house_number', 'street', 'addition', 'floor', 'door', 'postal_code', 'city'] as const
const name_fields = ['firstname', 'surname'] as const
const more_fields = text_fields.filter(name => name !== 'firstname' && name !== 'surname')

interface Props {
  contact: Contact
  etag: string | undefined
  readOnly: boolean
  /** The level of the headings. */
  level: 2 | 4
}

/** A fact, and whether it is shown without a value. */
type ListedFact = FactProps & { key: string; always?: boolean }

/** The details of a contact, read as text and edited in place. */
export function ContactDetails({ contact, etag, readOnly, level }: Props) {
  const { t } = useTranslation('contacts')
  const [mapped, setMapped] = useState(false)
  const place = placeOf(contact)
  const { change, conflict, keepMine, takeTheirs } = useContactChange(contact, etag)
  const field = (name: (typeof name_fields)[number] | 'mail' | 'mobile' | 'phone' | (typeof more_fields)[number]) => ({
    key: name,
    label: t(`field.${name}`),
    value: contact[name],
    readOnly,
    onSave: (value: string) => change({ [name]: value }),
  })
  const person: ListedFact[] = [
    ...name_fields.map(name => ({ ...field(name), always: true })),
    {
      key: 'birthdate',
      label: t('field.birthdate'),
      value: contact.birthdate?.slice(0, 10) ?? '',
      shown: formatDay(contact.birthdate),
      readOnly,
      type: 'date',
      onSave: value => change({ birthdate: value || null }),
    },
    {
      key: 'gender',
      label: t('field.gender'),
      value: contact.gender,
      shown: contact.gender && t(`gender.${contact.gender}`),
      readOnly,
      options: [{ value: '', label: '–' }, ...genders.map(value => ({ value, label: t(`gender.${value}`) }))],
      onSave: value => change({ gender: value as Contact['gender'] }),
    },
    ...more_fields.map(name => ({ ...field(name), shown: countryOr(contact[name]) })),
  ]
  const ways: ListedFact[] = [
    {
      ...field('mobile'),
      shown: formatPhone(contact.mobile),
      type: 'tel',
      always: true,
      warning: contact.mobile && contact.mobile_invalid && t('invalid_number'),
    },
    {
      ...field('phone'),
      shown: formatPhone(contact.phone),
      type: 'tel',
      warning: contact.phone && contact.phone_invalid && t('invalid_number'),
    },
    { ...field('mail'), type: 'email', always: true },
  ]
  const address: ListedFact[] = address_fields.map(name => ({
    key: name,
    label: t(`field.${name}`),
    value: contact.address?.[name] ?? '',
    readOnly,
    always: name === 'street' || name === 'city',
    onSave: (value: string) => change({ address: { [name]: value } }),
  }))
  const facts = [...person, ...ways, ...address]
  const isShown = ({ value, always }: ListedFact) => Boolean(value || always)
  const section = (title: string, list: ListedFact[]) => (
    <FactList title={title} level={level} facts={list.filter(isShown)} />
  )
  return (
    <Stack gap="md">
      {conflict && <ContactConflictAlert conflict={conflict} onKeep={keepMine} onTake={takeTheirs} />}
      {section(t('fact.person'), person)}
      {section(t('fact.ways'), ways)}
      {section(t('field.address'), address)}
      {place && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setMapped(!mapped)}
          aria-expanded={mapped}
          className="fact-button"
        >
          {t('show_place', { ns: 'map' })}
        </Button>
      )}
      {place && mapped && (
        <Suspense fallback={<Loading />}>
          <ContactMap name={nameOf(contact)} {...place} />
        </Suspense>
      )}
      <Switch
        className="contact-switch"
        label={t('do_not_contact')}
        checked={contact.black_list}
        disabled={readOnly}
        onChange={event => void change({ black_list: event.currentTarget.checked }).catch(notifyError)}
      />
      {!readOnly && <EmptyFacts facts={facts.filter(fact => !isShown(fact))} />}
    </Stack>
  )
}

function FactList({ title, level, facts }: { title: string; level: Props['level']; facts: ListedFact[] }) {
  if (facts.length === 0) return null
  return (
    <section className="fact-list" aria-label={title}>
      <Title order={level} size="sm" mb={4}>
        {title}
      </Title>
      {facts.map(factOf)}
    </section>
  )
}

const factOf = ({ key, always: _, ...fact }: ListedFact): ReactNode => <Fact key={key} {...fact} />

/** The fields without a value: one line with their number, until it is opened. */
function EmptyFacts({ facts }: { facts: ListedFact[] }) {
  const { t } = useTranslation('contacts')
  const [opened, setOpened] = useState(false)
  if (facts.length === 0) return null
  return (
    <div className="empty-facts">
      <Button
        variant="subtle"
        size="compact-sm"
        className="fact-button"
        onClick={() => setOpened(!opened)}
        aria-expanded={opened}
      >
        {t('fact.empty', { count: facts.length })}
      </Button>
      {opened && <div className="fact-list">{facts.map(factOf)}</div>}
    </div>
  )
}

/** The name of a country for its code; other words as they are. */
const countryOr = (text: string) =>
  /^[A-Z]{2}$/.test(text)
    ? (new Intl.DisplayNames(region(), { type: 'region', fallback: 'code' }).of(text) ?? text)
    : text

function placeOf({ address }: Contact) {
  if (!address?.latitude || !address.longitude) return undefined
  return { latitude: Number(address.latitude), longitude: Number(address.longitude) }
}
