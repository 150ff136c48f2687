import { ActionIcon, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Note } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { DeleteIcon, EditIcon, MoreIcon, PinIcon } from '../../components/icons.tsx'
import { notify, notifyWithUndo } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { changeNote, pinNote, removeNote } from './data.ts'
import { mentionsOf, shownText, storedText } from './mentions.ts'
import { type NoteDraft, NoteEditor } from './NoteEditor.tsx'
import { useNoteError } from './use_note_error.ts'

export type ActionableNote = Pick<Note, 'id' | 'contact_id' | 'text' | 'mentions' | 'pinned' | 'own'>

/** Edit, pin and delete a note, as far as the user may. */
export function NoteActions({ note }: { note: ActionableNote }) {
  const { t } = useTranslation('notes')
  const { may } = useMe()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const pinning = useSave({
    save: () => pinNote(note, !note.pinned),
    onSaved: ({ pinned }) => notifyWithUndo(t(pinned ? 'note.pinned' : 'note.unpinned'), () => pinNote(note, !pinned)),
  })
  const editable = may('contacts:write')
  const removable = may('privacy:manage') || (note.own && editable)
  if (!editable && !removable) return null
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu position="bottom-end" keepMounted={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('note.actions')}>
            <MoreIcon size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {note.own && editable && (
            <Menu.Item leftSection={<EditIcon size={16} />} onClick={() => setOpen('edit')}>
              {t('note.edit')}
            </Menu.Item>
          )}
          {editable && (
            <Menu.Item leftSection={<PinIcon size={16} />} onClick={() => void pinning.save()}>
              {t(note.pinned ? 'note.unpin' : 'note.pin')}
            </Menu.Item>
          )}
          {removable && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<DeleteIcon size={16} />}
              onClick={() => setOpen('delete')}
            >
              {t('note.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog title={t('note.edit_title')} opened={open === 'edit'} onClose={close} size="lg">
        <EditForm note={note} onClose={close} />
      </Dialog>
      <Dialog title={t('note.delete_title')} opened={open === 'delete'} onClose={close}>
        <DeleteForm note={note} onClose={close} />
      </Dialog>
    </>
  )
}

function EditForm({ note, onClose }: { note: ActionableNote; onClose: () => void }) {
  const { t } = useTranslation('notes')
  const errorOf = useNoteError()
  const [draft, setDraft] = useState<NoteDraft>(() => {
    const mentions = mentionsOf(note.mentions)
    return { text: shownText(note.text, mentions), mentions }
  })
  const saving = useSave({
    save: () => changeNote(note, { text: storedText(draft.text, draft.mentions) }),
    onSaved: onClose,
    fields: ['text'],
  })
  const send = () => {
    if (draft.text.trim()) void saving.save()
  }
  return (
    <SaveForm saving={saving} onSubmit={send}>
      <NoteEditor
        value={draft}
        onChange={setDraft}
        onSubmit={send}
        label={t('composer.text')}
        error={draft.text.trim() ? errorOf(saving.errors.text) : t('composer.blank')}
      />
      <FormActions label={t('note.save')} onCancel={onClose} busy={saving.busy} disabled={!draft.text.trim()} />
    </SaveForm>
  )
}

function DeleteForm({ note, onClose }: { note: ActionableNote; onClose: () => void }) {
  const { t } = useTranslation('notes')
  return (
    <DeleteConfirmation
      question={t('note.delete_why')}
      remove={() => removeNote(note)}
      onDone={() => {
        onClose()
        notify(t('note.deleted'))
      }}
      onCancel={onClose}
      labels={{ cancel: t('note.keep'), remove: t('note.delete') }}
    />
  )
}
