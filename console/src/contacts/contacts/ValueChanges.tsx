import { Button, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact, TimelineEntry } from '../../api.ts'
import { formatDay } from '../../components/formats.ts'
import { RightIcon } from '../../components/icons.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { usePrinting } from '../../components/use_printing.ts'
import type { ContactChange } from './data.ts'
import { type ContactField, fieldOfChange, restoringChange, type ValueChange } from './value_changes.ts'
import './value_changes.css'

const shown_max = 4

interface Props {
  contact: Contact
  changes: TimelineEntry['changes']
  /** Left out if the user may not change the contact. */
  onRestore: ((change: ContactChange) => Promise<unknown>) | undefined
}

/** What a change of a contact replaced. The old value comes back with one click, as long as the new one is still there. */
export function ValueChanges({ contact, changes, onRestore }: Props) {
  const { t } = useTranslation('contacts')
  const [opened, setOpened] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const printing = usePrinting()
  if (changes.length === 0) return null
  const shown = opened || printing || changes.length <= shown_max + 1 ? changes : changes.slice(0, shown_max)
  const restore = (change: ContactChange) => {
    // The button goes when the value is restored.
    list.current?.focus()
    onRestore?.(change).catch(notifyError)
  }
  return (
    <>
      <ul className="plain-list" ref={list} tabIndex={-1}>
        {shown.map(change => (
          <li className="value-change" key={[change.field, change.form_id, change.old, change.new].join(' ')}>
            <ChangeText change={change} />
            {onRestore && <RestoreButton contact={contact} change={change} onRestore={restore} />}
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            list.current?.focus()
            setOpened(true)
          }}
        >
          {t('timeline.more_changes', { count: changes.length - shown.length })}
        </Button>
      )}
    </>
  )
}

function ChangeText({ change }: { change: ValueChange }) {
  const { t } = useTranslation('contacts')
  const { field, label, old, new: current } = change
  const valueText = useValueText()
  if (field === 'tags')
    return (
      <span className="breaking">
        {t(current === null ? 'timeline.tag_removed' : 'timeline.tag_added', { name: old ?? current })}
      </span>
    )
  const [before, after] = [valueText(field, old), valueText(field, current)]
  return (
    <span className="breaking">
      {t('timeline.changed_field', { field: label || t(`field.${fieldOfChange(field) as ContactField}`) })}{' '}
      {before && (
        <>
          <del className="value-change-old">{before}</del> <RightIcon size={12} />
          <VisuallyHidden>{t('timeline.became')}</VisuallyHidden>{' '}
        </>
      )}
      {after || t('timeline.emptied')}
    </span>
  )
}

interface RestoreProps {
  contact: Contact
  change: ValueChange
  onRestore: (change: ContactChange) => void
}

function RestoreButton({ contact, change, onRestore }: RestoreProps) {
  const { t } = useTranslation('contacts')
  const valueText = useValueText()
  const back = restoringChange(contact, change)
  if (!back) return null
  const { field, old, new: current } = change
  const name =
    field === 'tags'
      ? t(current === null ? 'timeline.restore_tag' : 'timeline.remove_tag', { name: old ?? current })
      : t('timeline.restore_value', {
          field: t(`field.${fieldOfChange(field) as ContactField}`),
          value: valueText(field, old) || t('timeline.emptied'),
        })
  return (
    <Button variant="subtle" size="compact-sm" aria-label={name} onClick={() => onRestore(back)}>
      {t('timeline.restore')}
    </Button>
  )
}

/** A value as it is shown; empty if there is none. */
function useValueText() {
  const { t } = useTranslation('contacts')
  return (field: string, value: ValueChange['old']) => {
    if (typeof value === 'boolean') return t(value ? 'message.yes' : 'message.no', { ns: 'shell' })
    if (value === null || value === '' || value === 0) return ''
    if (field === 'gender') return t(`gender.${value as 'F'}`)
    if (field === 'birthdate') return formatDay(String(value))
    return String(value)
  }
}
