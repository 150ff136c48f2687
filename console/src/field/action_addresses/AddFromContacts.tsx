import { Alert, Anchor, Button, Checkbox, Group, Select, TagsInput, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { type ChooseResult, changeAction, chooseAddresses, savedFiltersQuery } from '../actions/data.ts'
import { polygonsOf } from './areas.ts'

interface Props {
  action: Action
  opened: boolean
  onClose: () => void
}

/** Adds the doors of contacts by place, saved filter or area. */
export function AddFromContacts({ action, opened, onClose }: Props) {
  const { t } = useTranslation('actions')
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={t('choose.title')}>
      <Choice action={action} onClose={onClose} />
    </Dialog>
  )
}

function Choice({ action, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('actions')
  const { data: filters } = useSuspenseQuery(savedFiltersQuery)
  const [places, setPlaces] = useState(() => wordsOf(action.address_included))
  const [filter, setFilter] = useState<string | null>(() => (action.filter ? 'kept' : null))
  const areas = polygonsOf(action.polygon).length
  const [everybody, setEverybody] = useState(false)
  const [found, setFound] = useState<ChooseResult>()
  const nothing = places.length === 0 && !filter && areas === 0 && !hasOtherRules(action)

  const saving = useSave({
    fields: ['address_included', 'filter'],
    save: async () => {
      const query = filters.find(({ id }) => String(id) === filter)?.query
      await changeAction(action.id, {
        // Numbers in the list are ids of addresses. They are not shown here and stay.
        address_included: JSON.stringify([...idsOf(action.address_included), ...places]),
        ...(filter !== 'kept' && { filter: query ? JSON.stringify(query) : '' }),
      })
      return chooseAddresses(action.id, setFound)
    },
    onSaved: setFound,
  })
  const { errors } = saving

  // The result is of the choice above it.
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setFound(undefined)
      set(value)
    }

  return (
    <SaveForm saving={saving} onSubmit={() => void saving.save()}>
      <Text size="sm">{t('choose.why')}</Text>
      <TagsInput
        label={t('choose.places')}
        description={t('choose.places_hint')}
        value={places}
        onChange={change(setPlaces)}
        error={errors['address_included']}
        clearable
        clearButtonProps={{ 'aria-label': t('button.clear', { ns: 'shell' }) }}
      />
      <Select
        label={t('choose.filter')}
        description={t('choose.filter_hint')}
        value={filter}
        onChange={change(setFilter)}
        error={errors['filter']}
        clearable
        clearButtonProps={{ 'aria-label': t('button.clear', { ns: 'shell' }) }}
        data={[
          ...(action.filter ? [{ value: 'kept', label: t('choose.filter_kept') }] : []),
          ...filters.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Text size="sm">
        {areas > 0 ? t('choose.in_areas', { count: areas }) : t('choose.everywhere')}{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={props => (
            <Link
              to="/actions/$id"
              params={{ id: String(action.id) }}
              search={{ tab: 'map', open: 'area' }}
              {...props}
            />
          )}
        >
          {t(areas > 0 ? 'area.change' : 'area.draw')}
        </Anchor>
      </Text>
      {nothing && (
        <Checkbox
          label={t('choose.everybody')}
          checked={everybody}
          onChange={event => setEverybody(event.currentTarget.checked)}
        />
      )}
      {found && (
        <Alert color={found.addresses_added > 0 ? 'moss' : 'yellow'} role="status">
          <Text size="sm">{t('choose.matched', { count: found.matched })}</Text>
          <Text size="sm">{t('choose.added', { count: found.addresses_added })}</Text>
          {found.without_position > 0 && (
            <Text size="sm">{t('choose.without_position', { count: found.without_position })}</Text>
          )}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('button.close', { ns: 'shell' })}
        </Button>
        <Button type="submit" loading={saving.busy} disabled={nothing && !everybody}>
          {t('choose.submit')}
        </Button>
      </Group>
    </SaveForm>
  )
}

const listOf = (text: string): (string | number)[] => {
  try {
    const list = JSON.parse(text || '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

const wordsOf = (text: string) => listOf(text).filter(item => typeof item === 'string')
const idsOf = (text: string) => listOf(text).filter(item => typeof item === 'number')

const hasOtherRules = ({ advanced_search, not_polygon, polling_station_included, polling_station_excluded }: Action) =>
  [advanced_search, not_polygon, polling_station_included, polling_station_excluded].some(rule => rule.trim())
