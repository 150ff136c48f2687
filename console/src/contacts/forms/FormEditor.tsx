import {
  Alert,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  Paper,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Form, queries } from '../../api.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSetTrail } from '../../components/trail.ts'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { ChoiceEditor } from './ChoiceEditor.tsx'
import { ConditionSentence } from './ConditionSentence.tsx'
import { ConsentVersions } from './ConsentVersions.tsx'
import { changeForm, createForm, formQuery, hasChoices, types, versionsQuery } from './data.ts'
import { changeOf, draftOf, type FormDraft, inputOf } from './draft.ts'
import { FormPreview } from './FormPreview.tsx'
import { draftFrom } from './templates.ts'
import { VisibilityField } from './VisibilityField.tsx'

interface Props {
  id: number | 'new'
  forms: Form[]
  onClose: (id?: number) => void
}

/** Edits a form beside its preview. */
export function FormEditor({ id, forms, onClose }: Props) {
  const { t } = useTranslation('forms')
  const { from } = useSearch({ from: '/settings/forms' })
  const stored = useQuery({ ...formQuery(id === 'new' ? 0 : id), enabled: id !== 'new' })
  if (id === 'new') return <Editor initial={draftFrom(from, t)} forms={forms} onClose={onClose} />
  if (!stored.data) return <RecordPlaceholder error={stored.error} onRetry={stored.refetch} />
  const { form, etag } = stored.data
  return (
    <Editor key={form.updated_at} initial={draftOf(form)} form={form} etag={etag} forms={forms} onClose={onClose} />
  )
}

interface EditorProps {
  initial: FormDraft
  form?: Form
  etag?: string | undefined
  forms: Form[]
  onClose: (id?: number) => void
}

function Editor({ initial, form, etag, forms, onClose }: EditorProps) {
  const { t } = useTranslation('forms')
  const { may } = useMe()
  const [draft, setDraft] = useState(initial)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const name = form ? form.label : t(`new_one.${draft.kind}`)
  useDocumentTitle(`${name} · Muster`)
  useSetTrail(name, { title: t('title'), to: '/settings/forms' })
  const saving = useSave({
    fields: [
      'form.label',
      'form.type',
      'form.help',
      'form.text',
      'form.condition',
      'form.visible_to',
      'form.refvalues',
    ],
    save: (_, overwrite) =>
      form ? changeForm(form.id, changeOf(draft), overwrite ? undefined : etag) : createForm(inputOf(draft)),
    onSaved: saved => {
      notify(t('message.saved', { ns: 'shell' }))
      onClose(saved.id)
    },
  })
  const set = (change: Partial<FormDraft>) => {
    saving.typed.changed = true
    setDraft(now => ({ ...now, ...change }))
  }
  const archive = (archived: boolean) =>
    changeForm(form?.id ?? 0, { archived }).then(
      () => notify(t(archived ? 'was_archived' : 'was_restored')),
      notifyError,
    )
  const back = (event: MouseEvent) => {
    event.preventDefault()
    onClose(form?.id)
  }
  const { errors } = saving
  const readOnly = !may('forms:write')
  return (
    <Stack>
      <Anchor w="fit-content" renderRoot={props => <Link to="/settings/forms" search={{}} {...props} onClick={back} />}>
        {t('back')}
      </Anchor>
      <Group justify="space-between" gap="xs">
        <Title order={1} size="h2" ref={title} tabIndex={-1} className="quiet-focus">
          {name}
        </Title>
        {form && !readOnly && (
          <Button variant="default" onClick={() => void archive(!form.archived)}>
            {t(form.archived ? 'restore' : 'archive')}
          </Button>
        )}
      </Group>
      {form?.archived && <Alert color="gray">{t('archived_means')}</Alert>}
      {form && <AnswerCount id={form.id} />}
      <div className="form-editor">
        <Paper withBorder p="md">
          <SaveForm
            saving={saving}
            onSubmit={() => void saving.save()}
            readOnly={readOnly}
            {...(form && { onSeeTheirs: () => queries.invalidateQueries({ queryKey: formQuery(form.id).queryKey }) })}
          >
            <TextInput
              label={t('label')}
              description={t('label_how')}
              required
              maxLength={500}
              value={draft.label}
              error={errors['form.label']}
              onChange={event => set({ label: event.currentTarget.value })}
            />
            <Textarea
              label={t('help')}
              description={t('help_how')}
              autosize
              minRows={1}
              maxLength={2000}
              value={draft.help}
              error={errors['form.help']}
              onChange={event => set({ help: event.currentTarget.value })}
            />
            <Select
              label={t('answer_type')}
              description={form ? t('type_fixed') : undefined}
              data={types.map(type => ({ value: type, label: t(`type.${type}`) }))}
              value={draft.type}
              error={errors['form.type']}
              disabled={form !== undefined}
              allowDeselect={false}
              onChange={value => set({ type: types.find(type => type === value) ?? draft.type })}
            />
            {hasChoices(draft.type) && (
              <ChoiceEditor
                choices={draft.choices}
                error={errors['form.refvalues']}
                onChange={choices => set({ choices })}
              />
            )}
            {draft.kind === 'consent' && (
              <ConsentVersions
                form={form}
                text={draft.text}
                label={draft.label}
                error={errors['form.text']}
                onChange={text => set({ text })}
              />
            )}
            <ConditionSentence
              form_id={form?.id}
              forms={forms}
              value={draft.condition}
              error={errors['form.condition']}
              onChange={condition => set({ condition })}
            />
            <VisibilityField
              value={draft.visible_to}
              error={errors['form.visible_to']}
              onChange={visible_to => set({ visible_to })}
            />
            {draft.kind !== 'custom_fields' && (
              <Checkbox
                label={t('required_at_door')}
                description={t('required_how')}
                checked={draft.required_at_door}
                onChange={event => set({ required_at_door: event.currentTarget.checked })}
              />
            )}
            {!readOnly && (
              <FormActions onCancel={() => onClose(form?.id)} busy={saving.busy} label={t(form ? 'save' : 'create')} />
            )}
          </SaveForm>
        </Paper>
        <FormPreview draft={draft} forms={forms} />
      </div>
    </Stack>
  )
}

function AnswerCount({ id }: { id: number }) {
  const { t } = useTranslation('forms')
  const { data: versions } = useQuery(versionsQuery(id))
  if (!versions || versions.some(({ answers }) => answers === null)) return null
  const count = versions.reduce((sum, { answers }) => sum + (answers ?? 0), 0)
  return (
    <Group gap="xs">
      <Badge variant="light" color="gray">
        {t('answers', { count })}
      </Badge>
      {count > 0 && (
        <Text size="sm" c="dimmed">
          {t('answers_stay')}
        </Text>
      )}
    </Group>
  )
}
