import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact, Form } from '../../api.ts'
import { BreakableText } from '../../components/BreakableText.tsx'
import { formatAgo, formatDateTime, formatDay } from '../../components/formats.ts'
import { WarningIcon } from '../../components/icons.tsx'
import { formatPhone } from '../../components/phones.ts'
import type { Column } from '../../components/table_types.ts'
import { useChosenColumns } from '../../components/use_chosen_columns.ts'
import { useNarrow, useTabletWidth } from '../../components/use_narrow.ts'
import { useMe } from '../../use_me.ts'
import { formsQuery, nameOf } from './data.ts'

const default_columns = ['mail', 'mobile', 'city', 'tags', 'updated_at']

/** The available columns, those shown, and a function to choose them. */
export function useColumns() {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const narrow = useNarrow()
  const tablet = useTabletWidth()
  const sensitive = may('contacts:sensitive')
  const { data: forms } = useQuery({ ...formsQuery, enabled: sensitive && may('forms:read') })
  const all = useMemo<Column<Contact>[]>(
    () => [
      {
        key: 'mail',
        label: t('attr.mail'),
        // Beside the tags, and on a tablet, the names need the room.
        width: tablet || sensitive ? 226 : 280,
        wide: true,
        sortable: true,
        cell: ({ mail }) => (
          <span title={mail}>
            <BreakableText text={mail} />
          </span>
        ),
      },
      {
        key: 'mobile',
        label: t('attr.mobile'),
        width: 145,
        cell: one => numberCell(one.mobile, one.mobile_invalid, t('invalid_number')),
      },
      {
        key: 'phone',
        label: t('attr.phone'),
        width: 160,
        wide: true,
        cell: one => numberCell(one.phone, one.phone_invalid, t('invalid_number')),
      },
      { key: 'city', label: t('attr.city'), width: 130, wide: true, sortable: true, cell: one => one.address?.city },
      {
        key: 'postal_code',
        label: t('attr.postal_code'),
        width: 130,
        wide: true,
        sortable: true,
        cell: one => one.address?.postal_code,
      },
      { key: 'street', label: t('attr.street'), wide: true, sortable: true, cell: streetOf },
      ...(sensitive
        ? [
            {
              key: 'tags',
              label: t('attr.tags'),
              width: 176,
              wide: true,
              cell: ({ tags }: Contact) => <Tags tags={tags} />,
            },
          ]
        : []),
      {
        key: 'membership_number',
        label: t('member_number'),
        width: 140,
        wide: true,
        sortable: true,
        cell: one => one.membership_code || '',
      },
      {
        key: 'birthdate',
        label: t('attr.birthdate'),
        width: 150,
        wide: true,
        sortable: true,
        cell: one => formatDay(one.birthdate),
      },
      {
        key: 'updated_at',
        label: t('attr.updated_at'),
        width: 135,
        wide: true,
        sortable: true,
        cell: one => ago(one.updated_at),
      },
      {
        key: 'created_at',
        label: t('attr.created_at'),
        width: 135,
        wide: true,
        sortable: true,
        cell: one => ago(one.created_at),
      },
      ...(forms ?? []).map(form => ({
        key: `form_${form.id}`,
        label: form.label,
        width: Math.max(140, form.label.length * 9 + 20),
        wide: true,
        cell: (one: Contact) => answerOf(one, form),
      })),
    ],
    [t, forms, sensitive, tablet],
  )
  const always = useMemo<Column<Contact>[]>(
    () => [{ key: 'surname', label: t('name'), sortable: true, cell: one => <Name contact={one} narrow={narrow} /> }],
    [t, narrow],
  )
  return useChosenColumns('contacts', default_columns, always, all)
}

function Name({ contact, narrow }: { contact: Contact; narrow: boolean }) {
  const { t } = useTranslation('contacts')
  return (
    <>
      {nameOf(contact)}
      {contact.black_list && (
        <span className="sign" title={t('do_not_contact')}>
          {' '}
          ⛔<span className="unseen">{t('do_not_contact')}</span>
        </span>
      )}
      {narrow && <SecondLine contact={contact} />}
    </>
  )
}

/** On a phone, in place of the columns that do not fit. */
const SecondLine = ({ contact: { address, tags } }: { contact: Contact }) => (
  <span className="second-line">{[address?.city, ...tags.map(({ name }) => name)].filter(Boolean).join(' · ')}</span>
)

const tags_shown = 2

const Tags = ({ tags }: { tags: Contact['tags'] }) => (
  <span className="tags" title={tags.map(({ name }) => name).join(', ')}>
    {tags.slice(0, tags_shown).map(({ id, name }) => (
      <span key={id} className="tag">
        {name}
      </span>
    ))}
    {tags.length > tags_shown && `+${tags.length - tags_shown}`}
  </span>
)

const ago = (instant: string) => <span title={formatDateTime(instant)}>{formatAgo(instant)}</span>

const numberCell = (number: string, invalid: boolean, warning: string) =>
  number && invalid ? (
    <span className="doubtful" title={warning}>
      <WarningIcon size={14} /> {number}
      <span className="unseen">{warning}</span>
    </span>
  ) : (
    formatPhone(number)
  )

const streetOf = ({ address }: Contact) => (address ? `${address.house_number} ${address.street}`.trim() : '')

/** The answer to a form as text. */
export function answerOf(contact: Contact, form: Form): string {
  const answers = form.kind === 'custom_fields' ? contact.custom_fields : contact.formdatas
  return answers
    .filter(({ form_id }) => form_id === form.id)
    .map(answer => answerText(answer, form))
    .join(', ')
}

export function answerText({ form_ref_id, data }: { form_ref_id: number; data: string }, form: Form) {
  if (form.type === 'date') return /^\d{4}-\d\d-\d\d/.test(data) ? formatDay(data) : data
  if (form.type === 'text' || form.type === 'numeric') return data
  return form.refvalues.find(({ id }) => id === form_ref_id)?.label ?? data
}
