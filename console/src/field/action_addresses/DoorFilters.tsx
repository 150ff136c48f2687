import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ListedAddress } from '../../api.ts'
import { ListFilters, useFilterFields } from '../../components/ListFilters.tsx'
import { TextFilter } from '../../components/TextFilter.tsx'
import { matchesWords } from '../../components/text_match.ts'
import { type DoorState, door_states, doorStateOf } from '../../map/door_states.ts'
import type { ActionSearch } from '../actions/search_params.ts'
import { placeInHouse } from '../visits/doors.ts'
import { addressLine, cityLine } from './address_text.ts'
import { isPlaced, type Side, sideOf, sides } from './sides.ts'
import { type Turf, turfIndexOf } from './turfs.ts'

interface Props {
  turfs: Turf[]
  /** How many doors have no position. */
  unplaced: number
  search: ActionSearch
  onFilter: (change: ActionSearch) => void
}

export const no_filters = {
  q: undefined,
  state: undefined,
  side: undefined,
  position: undefined,
  turf: undefined,
} satisfies ActionSearch

export const isFiltered = ({ q, state, side, position, turf }: ActionSearch) =>
  (q ?? state ?? side ?? position ?? turf) !== undefined

/** Filters the doors by words of the address, what is known about them, side of the street, missing position, and turf. */
export function DoorFilters({ turfs, unplaced, search, onFilter }: Props) {
  const { t } = useTranslation('actions')
  const { t: onMap } = useTranslation('map')
  const { choice } = useFilterFields()
  const turf_label = t('turf_label', { ns: 'field' })
  const choices = [
    ...turfs.map(({ name }, index) => ({ value: String(index), label: t('turf', { ns: 'field', turf: name }) })),
    { value: 'outside', label: t('left.outside') },
  ]
  const turf = search.turf === undefined ? null : String(search.turf)
  return (
    <ListFilters
      first={<TextFilter label={t('filter_doors')} value={search.q} onChange={q => onFilter({ q })} />}
      first_applied={{ label: t('list.words', { ns: 'shell' }), value: search.q }}
      applied={[
        { label: t('group.by_result'), value: search.state && onMap(`state.${search.state}`) },
        { label: t('side'), value: search.side && t(`left.${search.side}`) },
        { label: t('position.label'), value: search.position && t('position.none') },
        { label: turf_label, value: choices.find(({ value }) => value === turf)?.label },
      ]}
      onClear={() => onFilter(no_filters)}
    >
      <Select
        {...choice(t('group.by_result'), 140)}
        data={door_states.map(value => ({ value, label: onMap(`state.${value}`) }))}
        value={search.state ?? null}
        onChange={value => onFilter({ state: (value as DoorState | null) ?? undefined })}
      />
      <Select
        {...choice(t('side'), 160)}
        data={sides.map(value => ({ value, label: t(`left.${value}`) }))}
        value={search.side ?? null}
        onChange={value => onFilter({ side: (value as Side | null) ?? undefined })}
      />
      {(unplaced > 0 || search.position) && (
        <Select
          {...choice(t('position.label'), 160)}
          data={[{ value: 'none', label: t('position.none') }]}
          value={search.position ?? null}
          onChange={value => onFilter({ position: value === null ? undefined : 'none' })}
        />
      )}
      {turfs.length > 0 && (
        <Select
          {...choice(turf_label, 160)}
          data={choices}
          value={turf}
          onChange={value =>
            onFilter({ turf: value === null ? undefined : value === 'outside' ? value : Number(value) })
          }
        />
      )}
    </ListFilters>
  )
}

export const isShown = (door: ListedAddress, { q, state, side, position, turf }: ActionSearch, turfs: Turf[]) =>
  matchesWords(q, addressLine(door), placeInHouse(door), cityLine(door)) &&
  (state === undefined || doorStateOf(door.last_visit?.result) === state) &&
  (side === undefined || sideOf(door) === side) &&
  (position === undefined || !isPlaced(door)) &&
  (turf === undefined || (turfIndexOf(turfs, door) ?? 'outside') === turf)
