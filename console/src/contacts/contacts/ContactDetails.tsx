import { Alert, Button, Group, SimpleGrid, Stack, Switch, TagsInput, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { Loading } from '../../components/Loading.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { useMe } from '../../use_me.ts'
import { text_fields } from '../field_lists.ts'
import { genders } from '../search/attributes.ts'
import { type ContactChange, nameOf } from './data.ts'
import { InlineDate, InlineSelect, InlineText } from './InlineFields.tsx'
import { type ContactConflict, useContactChange } from './use_contact_change.ts'

const ContactMap = lazy(async () => ({ default: (await import('./ContactMap.tsx')).ContactMap }))
const address_fields = ['house_number', 'street', 'postal_code', 'city'] as const
const more_address_fields = ['addition', 'floor', 'door'] as const
const more_fields = text_fields.filter(name => name !== 'firstname' && name !== 'surname')

interface Props {
  contact: Contact
  etag: string | undefined
}

/** The details of a contact, edited in place. */
export function ContactDetails({ contact, etag }: Props) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const [more, setMore] = useState(false)
  const [mapped, setMapped] = useState(false)
  const place = placeOf(contact)
  const readOnly = !may('contacts:write')
  const { change, conflict, keepMine, takeTheirs } = useContactChange(contact, etag)
  const field = (name: 'firstname' | 'surname' | 'mail' | 'mobile' | 'phone' | (typeof more_fields)[number]) => ({
    label: t(`field.${name}`),
    value: contact[name],
    readOnly,
    onSave: (value: string) => change({ [name]: value }),
  })
  return (
    <Stack gap="sm">
      {conflict && <Both conflict={conflict} onKeep={keepMine} onTake={takeTheirs} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <InlineText {...field('firstname')} />
        <InlineText {...field('surname')} />
        <InlineText {...field('mail')} type="email" />
        <InlineText {...field('mobile')} type="tel" warning={contact.mobile_invalid && t('invalid_number')} />
        <InlineText {...field('phone')} type="tel" warning={contact.phone_invalid && t('invalid_number')} />
        <InlineDate
          label={t('field.birthdate')}
          value={contact.birthdate?.slice(0, 10) ?? ''}
          readOnly={readOnly}
          onSave={value => change({ birthdate: value || null })}
        />
        {(more ? [...address_fields, ...more_address_fields] : address_fields).map(name => (
          <InlineText
            key={name}
            label={t(`field.${name}`)}
            value={contact.address?.[name] ?? ''}
            readOnly={readOnly}
            onSave={value => change({ address: { [name]: value } })}
          />
        ))}
        {more && more_fields.map(name => <InlineText key={name} {...field(name)} />)}
        {more && (
          <InlineSelect
            label={t('field.gender')}
            value={contact.gender}
            readOnly={readOnly}
            options={genders.map(value => ({ value, label: t(`gender.${value}`) }))}
            onSave={value => change({ gender: value as Contact['gender'] })}
          />
        )}
      </SimpleGrid>
      {may('contacts:sensitive') && (
        <TagsInput
          label={t('attr.tags')}
          variant="filled"
          readOnly={readOnly}
          value={contact.tags.map(({ name }) => name)}
          onChange={names => void change({ tags: names.map(name => ({ name })) }).catch(notifyError)}
          maxLength={100}
          acceptValueOnBlur
        />
      )}
      <Group justify="space-between">
        <Switch
          label={t('do_not_contact')}
          checked={contact.black_list}
          disabled={readOnly}
          onChange={event => void change({ black_list: event.currentTarget.checked }).catch(notifyError)}
        />
        <Group gap="xs">
          {place && (
            <Button variant="subtle" size="compact-sm" onClick={() => setMapped(!mapped)} aria-expanded={mapped}>
              {t('show_place', { ns: 'map' })}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" onClick={() => setMore(!more)} aria-expanded={more}>
            {t(more ? 'fewer_fields' : 'more_fields')}
          </Button>
        </Group>
      </Group>
      {place && mapped && (
        <Suspense fallback={<Loading />}>
          <ContactMap name={nameOf(contact)} {...place} />
        </Suspense>
      )}
    </Stack>
  )
}

function placeOf({ address }: Contact) {
  if (!address?.latitude || !address.longitude) return undefined
  return { latitude: Number(address.latitude), longitude: Number(address.longitude) }
}

interface BothProps {
  conflict: ContactConflict
  onKeep: () => Promise<void>
  onTake: () => void
}

/** Another user saved first: shows both versions and lets the user choose. */
function Both({ conflict: { mine, theirs }, onKeep, onTake }: BothProps) {
  const { t } = useTranslation('contacts')
  return (
    <Alert color="orange" title={t('message.changed', { ns: 'shell' })} role="alert">
      <Stack gap="xs">
        {versionsOf(mine, theirs).map(({ name, own, other }) => (
          <Text key={name} size="sm">
            {t('both_versions', {
              field: name === 'tags' ? t('attr.tags') : t(`field.${name as 'mail'}`),
              mine: own || '–',
              theirs: other || '–',
            })}
          </Text>
        ))}
        <Group>
          <Button size="xs" variant="default" onClick={onTake}>
            {t('take_theirs')}
          </Button>
          <Button size="xs" color="red" onClick={() => void onKeep().catch(notifyError)}>
            {t('keep_mine')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function versionsOf({ address, ...fields }: ContactChange, theirs: Contact) {
  return [
    ...Object.entries(fields).map(([name, value]) => ({
      name,
      own: textOf(value),
      other: textOf(theirs[name as keyof Contact]),
    })),
    ...Object.entries(address ?? {}).map(([name, value]) => ({
      name,
      own: textOf(value),
      other: textOf(theirs.address?.[name as 'city']),
    })),
  ]
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(one => one?.name ?? '').join(', ')
  return value === null || value === undefined ? '' : String(value)
}
