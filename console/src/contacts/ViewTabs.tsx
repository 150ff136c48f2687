import { Button, Checkbox, Group, Menu, Stack, Tabs, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, queries, type SavedFilter } from '../api.ts'
import { useMe } from '../me.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { DownIcon } from '../parts/icons.tsx'
import { fieldErrors } from '../parts/refusals.ts'
import { tell, tellRefusal, tellUndoable } from '../parts/tell.tsx'
import { savedViewsQuery } from './data.ts'
import { queryOf } from './query.ts'
import { type ContactSearch, chosen, isChanged, sortOf } from './views.ts'

interface Props {
  search: ContactSearch
  onChoose: (search: ContactSearch) => void
}

/** The saved views as tabs; once the list shows something else than its view, that can be saved. */
export function ViewTabs({ search, onChoose }: Props) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const { data: views } = useSuspenseQuery(savedViewsQuery)
  const [naming, setNaming] = useState<'new' | 'rename'>()
  const view = views.find(({ id }) => id === search.view)
  const filtered = Boolean(search.q || search.where || search.query || search.sort)
  const changed = view ? isChanged(search, view) : filtered
  const own = view && (view.own || may('filters:manage'))

  const update = async () => {
    if (!view) return
    const { query, sort_attr, sort_asc } = view
    await save(view.id, searchBody(search))
    tellUndoable(t('view_saved', { name: view.name }), () => save(view.id, { query, sort_attr, sort_asc }))
  }
  const remove = async () => {
    if (!view) return
    await muster.saved_filters.remove({ id: view.id })
    await queries.invalidateQueries({ queryKey: ['saved_filters'] })
    onChoose({})
    const { name, shared, query, sort_attr, sort_asc } = view
    const again = () => create({ name, shared, query, sort_attr, sort_asc })
    if (view.own) tellUndoable(t('view_removed', { name }), again)
    else tell(t('view_removed', { name }))
  }

  return (
    <Group justify="space-between" wrap="nowrap" gap={0} className="tab-line">
      <Tabs
        value={view ? String(view.id) : 'all'}
        onChange={id => {
          const next = views.find(one => String(one.id) === id)
          onChoose(next ? chosen(next) : {})
        }}
        className="tab-scroll"
      >
        <Tabs.List aria-label={t('views')}>
          <Tabs.Tab value="all">{t('all')}</Tabs.Tab>
          {views.map(({ id, name }) => (
            <Tabs.Tab key={id} value={String(id)}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {(changed || own) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-sm"
              mx="xs"
              rightSection={<DownIcon size={14} />}
              style={{ flexShrink: 0 }}
            >
              {changed ? t(view ? 'view_changed' : 'save_view') : t('view')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {changed && own && (
              <Menu.Item onClick={() => void update().catch(tellRefusal)}>
                {t('update_view', { name: view.name })}
              </Menu.Item>
            )}
            {changed && <Menu.Item onClick={() => setNaming('new')}>{t('save_as_view')}</Menu.Item>}
            {changed && view && <Menu.Item onClick={() => onChoose(chosen(view))}>{t('reset_view')}</Menu.Item>}
            {own && <Menu.Item onClick={() => setNaming('rename')}>{t('rename_view')}</Menu.Item>}
            {own && (
              <Menu.Item color="red" onClick={() => void remove().catch(tellRefusal)}>
                {t('remove_view')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <ViewName
        view={naming === 'rename' ? view : undefined}
        opened={naming !== undefined}
        onClose={() => setNaming(undefined)}
        onSave={async fields => {
          if (naming === 'rename' && view) return save(view.id, fields)
          const made = await create({ ...fields, ...searchBody(search) })
          onChoose({ ...search, view: made.id })
        }}
      />
    </Group>
  )
}

interface NameProps {
  view: SavedFilter | undefined
  opened: boolean
  onClose: () => void
  onSave: (fields: { name: string; shared: boolean }) => Promise<unknown>
}

function ViewName({ view, opened, onClose, onSave }: NameProps) {
  const { t } = useTranslation('contacts')
  return (
    <Dialog opened={opened} onClose={onClose} title={t(view ? 'rename_view' : 'save_as_view')}>
      <ViewNameForm view={view} onClose={onClose} onSave={onSave} />
    </Dialog>
  )
}

function ViewNameForm({ view, onClose, onSave }: Omit<NameProps, 'opened'>) {
  const { t } = useTranslation('contacts')
  const form = useForm({ initialValues: { name: view?.name ?? '', shared: view?.shared ?? false } })
  const submit = async (fields: { name: string; shared: boolean }) => {
    try {
      await onSave(fields)
      onClose()
    } catch (error) {
      const errors = fieldErrors(error)
      if (errors) form.setErrors(errors)
      else tellRefusal(error)
    }
  }
  return (
    <form onSubmit={form.onSubmit(fields => void submit(fields))}>
      <Stack>
        <TextInput label={t('view_name')} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
        <Checkbox label={t('view_shared')} {...form.getInputProps('shared', { type: 'checkbox' })} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('do.cancel', { ns: 'shell' })}
          </Button>
          <Button type="submit">{t('do.save', { ns: 'shell' })}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function searchBody(search: ContactSearch) {
  const { by, up } = sortOf(search)
  return { query: queryOf(search), sort_attr: by, sort_asc: up }
}

type Changes = Partial<Pick<SavedFilter, 'name' | 'shared' | 'query' | 'sort_attr' | 'sort_asc'>>

async function save(id: number, data: Changes) {
  await muster.saved_filters.update({ id, data })
  await queries.invalidateQueries({ queryKey: ['saved_filters'] })
}

async function create(data: Changes & { name: string; query: object }) {
  const made = await muster.saved_filters.create({ data })
  await queries.invalidateQueries({ queryKey: ['saved_filters'] })
  return made.data
}
