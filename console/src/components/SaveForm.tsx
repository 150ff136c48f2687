import { Alert, Stack, type StackProps, Text } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConflictAlert } from './ConflictAlert.tsx'
import { NativeErrors } from './NativeErrors.tsx'
import { useUnsavedForm } from './unsaved.ts'
import { useCorrectedFields } from './use_corrected_fields.ts'
import { useFocusOnError } from './use_focus_on_error.ts'
import type { Saving } from './use_save.ts'

interface Props {
  saving: Saving
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Shows what the other user saved, after a conflict. */
  onSeeTheirs?: (() => Promise<unknown>) | undefined
  /** Shows the fields without letting them be changed. */
  readOnly?: boolean
  /** The form finds and shows itself what is wrong in its fields. */
  noValidate?: boolean
  gap?: StackProps['gap']
  children: ReactNode
}

/** A form that is saved by `useSave`. Conflicts and errors without a field appear above the fields. */
export function SaveForm({ saving, onSubmit, onSeeTheirs, readOnly, noValidate = false, gap, children }: Props) {
  const content = (
    <Stack gap={gap ?? 'md'}>
      <SaveAlerts saving={saving} onSeeTheirs={onSeeTheirs} />
      {children}
    </Stack>
  )
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  useUnsavedForm(form, saving.typed)
  const sent = useFocusOnError(form, saving.busy)
  const correct = useCorrectedFields(form, saving.forget)
  return (
    <form
      ref={setForm}
      noValidate={noValidate}
      onFocus={event => saving.typed.start(event.target)}
      onInput={event => {
        saving.typed.type(event.target)
        correct()
      }}
      onSubmit={event => {
        event.preventDefault()
        sent()
        onSubmit(event)
      }}
    >
      {readOnly === undefined ? (
        content
      ) : (
        <fieldset disabled={readOnly || saving.busy} className="plain-fieldset">
          {content}
        </fieldset>
      )}
      <NativeErrors form={form} />
    </form>
  )
}

export function SaveAlerts({ saving, onSeeTheirs }: Pick<Props, 'saving' | 'onSeeTheirs'>) {
  const { t } = useTranslation()
  const { conflict, messages, saveAnyway } = saving
  return (
    <>
      {conflict && <ConflictAlert onSee={onSeeTheirs} onKeep={saveAnyway} />}
      {messages.length > 0 && (
        <Alert color="red" role="alert" tabIndex={-1} data-save-error title={t('message.not_saved')}>
          {messages.map(message => (
            <Text key={message} size="sm" className="breaking">
              {message}
            </Text>
          ))}
        </Alert>
      )}
    </>
  )
}
