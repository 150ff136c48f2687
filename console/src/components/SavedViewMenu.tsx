import { Button, Checkbox, Menu, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../use_me.ts'
import { Dialog } from './Dialog.tsx'
import { FormActions } from './FormActions.tsx'
import { DownIcon, TagIcon } from './icons.tsx'
import { notify, notifyError, notifyWithUndo } from './notifications.tsx'
import { SaveForm } from './SaveForm.tsx'
import type { SavedViewStore, ViewName } from './saved_view_store.ts'
import { useNarrow } from './use_narrow.ts'
import { useSave } from './use_save.ts'

/** What every saved view has. */
export interface SavedView {
  id: number
  name: string
  shared: boolean
  own: boolean
}

interface Props<Shown extends object> {
  /** The view that was chosen. */
  view: (SavedView & Shown) | undefined
  /** Whether the list differs from the view. */
  changed: boolean
  /** What the list shows now, and what the view keeps. */
  shown: Shown
  kept: Shown | undefined
  store: SavedViewStore<Shown>
  onChoose: (id: number | undefined) => void
  onReset: () => void
}

/** Saves the list as a view once it differs; the user's own views can be renamed, shared and deleted. */
export function SavedViewMenu<Shown extends object>(props: Props<Shown>) {
  const { view, changed, shown, kept, store, onChoose, onReset } = props
  const { t } = useTranslation()
  const { may } = useMe()
  const [naming, setNaming] = useState<'new' | 'rename'>()
  // On a phone the tabs need the room.
  const narrow = useNarrow()
  const label = t(changed ? (view ? 'views.changed' : 'views.save') : 'views.one')
  const own = view && (view.own || may('filters:manage'))
  const update = async () => {
    if (!view || !kept) return
    await store.update(view.id, shown as Partial<ViewName & Shown>)
    notifyWithUndo(t('views.saved', { name: view.name }), () =>
      store.update(view.id, kept as Partial<ViewName & Shown>),
    )
  }
  const remove = async () => {
    if (!view || !kept) return
    const { name, shared } = view
    await store.remove(view.id)
    onChoose(undefined)
    // Undo would recreate another user's view as the user's own.
    if (view.own) notifyWithUndo(t('views.removed', { name }), () => store.create({ name, shared, ...kept }))
    else notify(t('views.removed', { name }))
  }
  const keep = async (fields: ViewName) => {
    if (naming === 'rename' && view) await store.update(view.id, fields as Partial<ViewName & Shown>)
    else onChoose((await store.create({ ...fields, ...shown })).id)
  }
  return (
    <>
      {(changed || own) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-sm"
              mx="xs"
              rightSection={<DownIcon size={14} />}
              style={{ flexShrink: 0 }}
              {...labelled(label, narrow)}
            />
          </Menu.Target>
          <Menu.Dropdown>
            {changed && own && (
              <Menu.Item onClick={() => void update().catch(notifyError)}>
                {t('views.update', { name: view.name })}
              </Menu.Item>
            )}
            {changed && <Menu.Item onClick={() => setNaming('new')}>{t('views.save_as')}</Menu.Item>}
            {changed && view && <Menu.Item onClick={onReset}>{t('views.reset')}</Menu.Item>}
            {own && <Menu.Item onClick={() => setNaming('rename')}>{t('views.rename')}</Menu.Item>}
            {own && (
              <Menu.Item color="red" onClick={() => void remove().catch(notifyError)}>
                {t('views.remove')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <Dialog
        opened={naming !== undefined}
        onClose={() => setNaming(undefined)}
        title={t(naming === 'rename' ? 'views.rename' : 'views.save_as')}
      >
        <NameForm view={naming === 'rename' ? view : undefined} onClose={() => setNaming(undefined)} onSave={keep} />
      </Dialog>
    </>
  )
}

const labelled = (label: string, narrow: boolean) =>
  narrow ? { 'aria-label': label, children: <TagIcon size={16} /> } : { children: label }

interface NameProps {
  view: SavedView | undefined
  onClose: () => void
  onSave: (fields: ViewName) => Promise<unknown>
}

function NameForm({ view, onClose, onSave }: NameProps) {
  const { t } = useTranslation()
  const form = useForm({ initialValues: { name: view?.name ?? '', shared: view?.shared ?? false } })
  const saving = useSave({ form, save: onSave, onSaved: onClose })
  return (
    <SaveForm saving={saving} onSubmit={form.onSubmit(fields => void saving.save(fields))}>
      <TextInput label={t('views.name')} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <Checkbox label={t('views.shared')} {...form.getInputProps('shared', { type: 'checkbox' })} />
      <FormActions onCancel={onClose} busy={saving.busy} label={t('button.save')} />
    </SaveForm>
  )
}
