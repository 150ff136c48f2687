import { Button, Checkbox, ColorInput, NativeSelect, TextInput } from '@mantine/core'
import { skipToken, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { DurationInput } from '../../components/DurationInput.tsx'
import { isoDuration, readDuration } from '../../components/durations.ts'
import { errorAt } from '../../components/error_at.ts'
import { errorText } from '../../components/error_text.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { Loading } from '../../components/Loading.tsx'
import { MoneyInput } from '../../components/MoneyInput.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { settingsQuery } from '../transaction_bundles/data.ts'
import type { CatalogueField, CatalogueStore, CatalogueValues } from './fields.ts'

interface Props {
  id: number | undefined
  title: string
  fields: CatalogueField[]
  store: CatalogueStore
  onDone: () => void
}

/** One entry of a catalogue. It is read again when opened, so that the ETag is current. */
export function CatalogueDialog({ id, title, fields, store, onDone }: Props) {
  const { data, refetch } = useQuery({
    queryKey: ['finance', 'edited', title, id],
    queryFn: id === undefined ? skipToken : () => store.read(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const initial = Object.fromEntries(fields.map(({ name, initial }) => [name, initial]))
  return (
    <Dialog opened onClose={onDone} title={title}>
      {id !== undefined && !data ? (
        <Loading />
      ) : (
        <Editor
          key={data?.etag}
          {...{ id, fields, store, onDone }}
          start={data?.values ?? initial}
          etag={data?.etag}
          onReload={refetch}
        />
      )}
    </Dialog>
  )
}

interface EditorProps extends Omit<Props, 'title'> {
  start: CatalogueValues
  etag: string | undefined
  onReload: () => Promise<unknown>
}

function Editor({ id, fields, store, onDone, start, etag, onReload }: EditorProps) {
  const { t } = useTranslation('finance')
  const [values, setValues] = useState<CatalogueValues>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, start[name]])),
  )
  const [removing, setRemoving] = useState(false)
  const onSaved = () => {
    notify(t('saved'))
    onDone()
  }
  const saving = useSave({
    fields: fields.map(({ name }) => name),
    save: (changes: CatalogueValues, overwrite) =>
      (id === undefined ? store.create(changes) : store.update(id, changes, overwrite ? undefined : etag)).catch(
        error => {
          // The only thing that two entries may not share is what they are called.
          if (!(error instanceof ApiError) || error.status !== 409) throw error
          throw errorAt(error, fields[0]?.name ?? '', errorText(error))
        },
      ),
    onSaved,
  })
  if (removing && id !== undefined)
    return (
      <DeleteConfirmation
        question={t('delete_sure', { name: String(start['name'] || start['code'] || '') })}
        remove={() => store.remove(id)}
        onDone={onSaved}
        onCancel={() => setRemoving(false)}
      />
    )
  return (
    <SaveForm saving={saving} onSubmit={() => void saving.save(values, saving.conflict)} onSeeTheirs={onReload}>
      {fields
        .filter(({ when }) => when?.(values) ?? true)
        .map(field => (
          <Control
            key={field.name}
            field={field}
            value={values[field.name]}
            currency={start['currency']}
            error={saving.errors[field.name]}
            onChange={value => setValues({ ...values, [field.name]: value })}
          />
        ))}
      <FormActions
        onCancel={onDone}
        busy={saving.busy}
        remove={
          id !== undefined && (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {t('button.delete', { ns: 'shell' })}
            </Button>
          )
        }
        label={t('button.save', { ns: 'shell' })}
      />
    </SaveForm>
  )
}

/** What the server assumes without a duration. */
const default_duration = 'P1Y'

function chosen({ numeric, nullable }: CatalogueField, value: string) {
  if (nullable && value === '') return null
  return numeric ? Number(value) : value
}

interface ControlProps {
  field: CatalogueField
  value: unknown
  currency: unknown
  error: ReactNode
  onChange: (value: unknown) => void
}

function Control({ field, value, currency, error, onChange }: ControlProps) {
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const { label, description, required = false } = field
  const common = { label, description, error, required }
  switch (field.kind) {
    case 'money':
      return (
        <MoneyInput
          {...common}
          currency={typeof currency === 'string' ? currency : settings.currency}
          value={value as number | undefined}
          onChange={onChange}
        />
      )
    case 'check':
      return (
        <Checkbox label={label} checked={value === true} onChange={event => onChange(event.currentTarget.checked)} />
      )
    case 'choice':
      return (
        <NativeSelect
          {...common}
          value={String(value ?? '')}
          data={field.choices ?? []}
          onChange={({ currentTarget: { value } }) => onChange(chosen(field, value))}
        />
      )
    case 'color':
      return (
        <ColorInput {...common} value={String(value ?? '')} onChange={onChange} format="hex" withEyeDropper={false} />
      )
    case 'duration':
      return (
        <DurationInput
          {...{ label, description, error }}
          units={['month', 'year', 'week', 'day']}
          value={readDuration(String(value || default_duration))}
          onChange={duration => onChange(duration ? isoDuration(duration) : '')}
        />
      )
    default:
      return (
        <TextInput {...common} value={String(value ?? '')} onChange={event => onChange(event.currentTarget.value)} />
      )
  }
}
