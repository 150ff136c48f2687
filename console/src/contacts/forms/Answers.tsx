import { Alert, Button, Group, MultiSelect, Select, Stack, Text, Timeline, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact, Form } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FormHelp, hasHelp } from '../../components/FormHelp.tsx'
import { askedForms } from '../../components/form_conditions.ts'
import { formatDateTime, formatDay, fullName } from '../../components/formats.ts'
import { notifyError } from '../../components/notifications.tsx'
import { useMe } from '../../use_me.ts'
import { answerOf } from '../contacts/columns.tsx'
import { type ContactChange, consentsQuery, formsQuery } from '../contacts/data.ts'
import { InlineDate, InlineText, variantOf } from '../contacts/InlineFields.tsx'
import { useContactChange } from '../contacts/use_contact_change.ts'
import { ConsentDialog } from './ConsentDialog.tsx'
import { kinds } from './data.ts'

interface Props {
  contact: Contact
  etag: string | undefined
  /** The level of the headings. */
  level: 2 | 4
}

/** The answers of a contact by kind of form, and the history of consents. */
export function Answers({ contact, etag, level }: Props) {
  const { t } = useTranslation('contacts')
  const { data: forms } = useSuspenseQuery(formsQuery)
  const { change, conflict, takeTheirs } = useContactChange(contact, etag)
  const chosen = (form: Form) =>
    listOf(contact, form).flatMap(answer => (answer.form_id === form.id ? answer.form_ref_id : []))
  const asked = askedForms(
    forms.filter(({ archived }) => !archived),
    chosen,
  )
  // An answer that is there shows, also where it would not be asked any more.
  const shown = forms.filter(form => asked.includes(form) || answerOf(contact, form))
  if (shown.length === 0) return <EmptyState title={t('answers.none')} why={t('answers.none_why')} />
  return (
    <Stack>
      {conflict && (
        <Alert
          color="orange"
          title={t('message.changed', { ns: 'shell' })}
          role="alert"
          withCloseButton
          onClose={takeTheirs}
          closeButtonLabel={t('button.close', { ns: 'shell' })}
        >
          {t('answers.again')}
        </Alert>
      )}
      {kinds
        .map(kind => ({ kind, some: shown.filter(form => form.kind === kind) }))
        .filter(({ some }) => some.length > 0)
        .map(({ kind, some }) => (
          <Stack key={kind} gap="xs">
            <Title order={level} size="h5">
              {t(`answers.kind.${kind}`)}
            </Title>
            {some.map(form => (
              <Answer key={form.id} contact={contact} form={form} change={change} />
            ))}
          </Stack>
        ))}
      <ConsentHistory id={contact.id} level={level} />
    </Stack>
  )
}

interface AnswerProps {
  contact: Contact
  form: Form
  change: (change: ContactChange) => Promise<void>
}

interface Given {
  form_ref_id: number
  data: string
}

function Answer({ contact, form, change }: AnswerProps) {
  const { may } = useMe()
  const { t } = useTranslation(['contacts', 'forms'])
  const [asking, setAsking] = useState<Given[]>([])
  const [opened, setOpened] = useState(false)
  const readOnly = !may('contacts:write') || form.archived
  const given = listOf(contact, form).filter(({ form_id }) => form_id === form.id)
  const save = (answers: Given[], about: object = {}) => change(changeOf(contact, form, answers, about))
  // A form without choices has one value, which holds the text.
  const free = (data: string) =>
    save(form.refvalues.slice(0, data ? 1 : 0).map(({ id }) => ({ form_ref_id: id, data })))
  const choose = (ids: string[]) => {
    const answers = ids.map(id => ({
      form_ref_id: Number(id),
      data: form.refvalues.find(value => value.id === Number(id))?.value ?? '',
    }))
    // A consent needs evidence: date and source.
    if (form.kind !== 'consent') return void save(answers).catch(notifyError)
    setAsking(answers)
    setOpened(true)
  }
  const common = { label: form.label, readOnly, ...(hasHelp(form) && { description: <FormHelp form={form} /> }) }
  const outdated = form.kind === 'consent' && contact.formdatas.some(isOutdated(form))
  const options = form.refvalues.map(({ id, label }) => ({ value: String(id), label }))
  const chosen = given.map(({ form_ref_id }) => String(form_ref_id))
  if (form.type === 'text' || form.type === 'numeric')
    return <InlineText {...common} value={given[0]?.data ?? ''} onSave={free} maxLength={2000} />
  if (form.type === 'date') return <InlineDate {...common} value={given[0]?.data.slice(0, 10) ?? ''} onSave={free} />
  return (
    <>
      {form.type === 'checkbox' ? (
        <MultiSelect
          {...common}
          data={options}
          value={chosen}
          onChange={choose}
          variant={variantOf(readOnly)}
          size="sm"
        />
      ) : (
        <Select
          {...common}
          data={options}
          value={chosen[0] ?? null}
          onChange={id => choose(id ? [id] : [])}
          clearable={!readOnly}
          placeholder={t('answers.unknown')}
          variant={variantOf(readOnly)}
          size="sm"
        />
      )}
      {outdated && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t('agreed_before', { ns: 'forms', version: form.version })}
          </Text>
          {!readOnly && (
            <Button size="compact-sm" variant="default" onClick={() => choose(chosen)}>
              {t('record_again', { ns: 'forms' })}
            </Button>
          )}
        </Group>
      )}
      <ConsentDialog
        form={form}
        opened={opened}
        answer={asking.map(({ form_ref_id }) => labelOf(form, form_ref_id)).join(', ')}
        onClose={() => setOpened(false)}
        onSave={about => save(asking, { ...about, form_version: form.version })}
      />
    </>
  )
}

const labelOf = ({ refvalues }: Form, id: number) => refvalues.find(value => value.id === id)?.label ?? ''

/** That an answer was given to an earlier version of the text. */
const isOutdated = (form: Form) => (answer: Contact['formdatas'][number]) =>
  answer.form_id === form.id && answer.form_version < form.version

const listOf = (contact: Contact, form: Form) =>
  form.kind === 'custom_fields' ? contact.custom_fields : contact.formdatas

/** The whole list is replaced, so the answers to other forms are sent back unchanged. */
function changeOf(contact: Contact, form: Form, answers: Given[], about: object): ContactChange {
  const mine = answers.map(answer => ({ ...answer, form_id: form.id, ...about }))
  if (form.kind === 'custom_fields')
    return { custom_fields: [...contact.custom_fields.filter(({ form_id }) => form_id !== form.id), ...mine] }
  return { formdatas: [...contact.formdatas.filter(({ form_id }) => form_id !== form.id), ...mine] }
}

function ConsentHistory({ id, level }: { id: number; level: Props['level'] }) {
  const { t } = useTranslation(['contacts', 'forms'])
  const { data: consents } = useSuspenseQuery(consentsQuery(id))
  if (consents.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={level} size="h5">
        {t('answers.history')}
      </Title>
      <Timeline bulletSize={14} lineWidth={2} active={consents.length}>
        {consents.map(({ id, form_label, label, state, source, date, created_at, user, form_version, form_text }) => (
          <Timeline.Item
            key={id}
            title={
              <Text size="sm" fw={600}>
                {state === 'given'
                  ? t('answers.given', { form: form_label, answer: label })
                  : t('answers.withdrawn', { form: form_label })}
              </Text>
            }
          >
            {source && <Text size="sm">{t('answers.from', { source })}</Text>}
            {form_text && (
              <Text size="sm">
                {t('version', { ns: 'forms', version: form_version })} : <q className="consent-text">{form_text}</q>
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {date ? formatDay(date) : formatDateTime(created_at)}
              {user && ` · ${fullName(user)}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  )
}
