import { Button, Group, Kbd, NativeSelect, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BreakableText } from '../../components/BreakableText.tsx'
import { EnterKey } from '../../components/EnterKey.tsx'
import { any_field } from '../../components/field_errors.ts'
import { EditIcon } from '../../components/icons.tsx'
import { useInputMessage } from '../../components/NativeErrors.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import { useSave } from '../../components/use_save.ts'

export interface FactProps {
  label: string
  value: string
  /** The value as it is read, if that differs. */
  shown?: string
  readOnly: boolean
  onSave: (value: string) => Promise<unknown>
  type?: 'text' | 'email' | 'tel' | 'date'
  options?: { value: string; label: string }[]
  warning?: ReactNode
}

/** A field that reads as text. A click, or Enter, edits it in place: Enter saves, Escape restores. */
export function Fact({ label, value, shown = value, readOnly, warning, ...others }: FactProps) {
  const { t } = useTranslation('contacts')
  const [editing, setEditing] = useState(false)
  // The rows below stay where they are.
  const [height, setHeight] = useState(0)
  const opener = useRef<HTMLButtonElement>(null)
  const [returning, setReturning] = useState(false)
  useEffect(() => {
    if (!returning || editing) return
    opener.current?.focus()
    setReturning(false)
  }, [returning, editing])
  const close = (back: boolean) => {
    setEditing(false)
    setReturning(back)
  }
  return (
    <div className="fact" data-editing={editing} style={editing ? { minHeight: height } : undefined}>
      <span className="fact-label">{label}</span>
      {editing ? (
        <FactEditor label={label} value={value} onClose={close} {...others} />
      ) : readOnly ? (
        <span className="fact-text breaking">{shown ? <BreakableText text={shown} /> : '–'}</span>
      ) : (
        <button
          type="button"
          ref={opener}
          className="fact-value breaking"
          data-edit
          data-empty={!shown}
          aria-label={`${label}: ${shown || t('fact.add')}`}
          onClick={event => {
            setHeight(event.currentTarget.offsetHeight)
            setEditing(true)
          }}
        >
          {shown ? <BreakableText text={shown} /> : t('fact.add')}
          <span className="fact-pencil">
            <EditIcon size={13} />
          </span>
        </button>
      )}
      {warning && !editing && (
        <Text size="xs" c="var(--mantine-color-orange-light-color)" className="fact-warning">
          {warning}
        </Text>
      )}
    </div>
  )
}

/** Nobody alive was born earlier: a typing error. */
const oldest_day = '1900-01-01'

interface EditorProps extends Pick<FactProps, 'label' | 'value' | 'onSave' | 'type' | 'options'> {
  onClose: (back: boolean) => void
}

function FactEditor({ label, value, onSave, type = 'text', options, onClose }: EditorProps) {
  const { t } = useTranslation('contacts')
  const [text, setText] = useState(value)
  const { busy, save, errors } = useSave({ fields: [any_field], save: onSave })
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const done = useRef(false)
  const messageOf = useInputMessage()
  const [wrong, setWrong] = useState('')
  const error = wrong || errors[any_field]
  const described = useId()
  const narrow = useNarrow()
  useEffect(() => {
    field.current?.focus()
    if (type !== 'date') field.current?.select?.()
  }, [type])
  const close = (back: boolean) => {
    done.current = true
    onClose(back)
  }
  const finish = async (back: boolean) => {
    if (done.current || busy) return
    const validity = type === 'date' ? field.current?.validity : undefined
    const changed = text.trim() !== value.trim()
    // Half a date reads as an empty one.
    if (field.current && (validity?.badInput || (changed && validity?.valid === false)))
      return setWrong(messageOf(field.current))
    if (!changed) close(back)
    // With an error the field stays, with what was typed.
    else if (await save(text.trim())) close(back)
  }
  const common = {
    'aria-label': label,
    ref: field,
    value: text,
    size: 'xs' as const,
    error: Boolean(error),
    'aria-describedby': error ? described : undefined,
    onChange: (event: { currentTarget: { value: string } }) => {
      setWrong('')
      setText(event.currentTarget.value)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') {
        event.preventDefault()
        void finish(true)
      }
      if (event.key === 'Escape') close(true)
    },
    // Escape restores the field and leaves the drawer open.
    'data-mantine-stop-propagation': true,
  }
  return (
    // Leaving the field and its buttons saves.
    // biome-ignore lint/a11y/noStaticElementInteractions: the events are those of the field and the buttons within.
    <div
      className="fact-editor"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && void finish(false)}
    >
      {options ? (
        <NativeSelect {...common} data={options} />
      ) : (
        <TextInput
          {...common}
          type={type}
          maxLength={200}
          autoComplete="off"
          {...(type === 'date' && { min: oldest_day, max: new Date().toISOString().slice(0, 10) })}
        />
      )}
      <div className="fact-below">
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert" id={described}>
            {error}
          </Text>
        )}
        {narrow ? (
          // The field keeps the focus: leaving it would save.
          <Group gap="xs" justify="flex-end" onMouseDown={event => event.preventDefault()}>
            <Button size="xs" variant="default" onClick={() => close(true)}>
              {t('button.cancel', { ns: 'shell' })}
            </Button>
            <Button size="xs" loading={busy} onClick={() => void finish(true)}>
              {t('button.save', { ns: 'shell' })}
            </Button>
          </Group>
        ) : (
          <Text size="xs" c="dimmed" className="fact-keys">
            <EnterKey /> {t('fact.save')} <Kbd size="xs">{t('key_names.Esc', { ns: 'shell' })}</Kbd> {t('fact.cancel')}
          </Text>
        )}
      </div>
    </div>
  )
}
