import { Button, SegmentedControl, Text } from '@mantine/core'
import { type MouseEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { DownIcon, RightIcon } from '../../components/icons.tsx'
import { DoorCard } from './DoorCard.tsx'
import {
  type FieldAction,
  isDone,
  type quick_results,
  type Result,
  type ShownDoor,
  type Street,
  streetsOf,
} from './doors.ts'
import { recordVisit } from './record_visit.ts'
import type { FieldSearch } from './search_params.ts'
import { useDoubleTap } from './use_double_tap.ts'

interface Props {
  action: FieldAction
  doors: ShownDoor[]
  more: boolean
  search: FieldSearch
  onSearch: (change: FieldSearch, replace?: boolean) => void
}

/** Lists the streets; one is open at a time, so that a thousand doors stay fast. */
export function StreetList({ action, doors, more, search, onSearch }: Props) {
  const { t } = useTranslation('field')
  const streets = useMemo(() => streetsOf(doors), [doors])
  // The first street with doors left when the page opens; it does not change while working.
  const [first] = useState(() => firstOpen(streets))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const open = search.street ?? first
  const left = search.show === 'left'

  const isSecondTap = useDoubleTap()
  const ring = async (rung: ShownDoor[], result: Result) => {
    const kept = await recordVisit(action.id, rung, { result })
    if (!kept) return
    setChosen(now => new Set([...now].filter(id => !rung.some(door => door.id === id))))
  }
  const toggle = (id: number) =>
    setChosen(now => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const press = (door: ShownDoor, result: (typeof quick_results)[number] | 'more', event: MouseEvent) => {
    if (isSecondTap(event)) return
    if (result === 'talked') onSearch({ door: door.id })
    else if (result === 'more') onSearch({ door: door.id, result: 'other' })
    else void ring([door], result)
  }

  return (
    <>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t('show_label')}
        value={left ? 'left' : 'all'}
        onChange={show => onSearch({ show: show === 'left' ? 'left' : undefined }, true)}
        data={[
          { value: 'all', label: t('show_all') },
          { value: 'left', label: t('show_left') },
        ]}
      />
      {more && <Text size="sm">{t('more_doors', { count: doors.length })}</Text>}
      {left && doors.every(isDone) && <Text>{t('all_done')}</Text>}
      {streets.map(street => {
        const name = nameOf(street)
        const shown = left ? street.doors.filter(door => !isDone(door)) : street.doors
        if (shown.length === 0) return null
        return (
          <section key={name}>
            <h2 className="field-street">
              <button
                type="button"
                aria-expanded={name === open}
                onClick={() => onSearch({ street: name === open ? '' : name }, true)}
              >
                {name === open ? <DownIcon /> : <RightIcon />}
                <span>
                  {street.name || t('no_street')}
                  {street.city && <small>{street.city}</small>}
                </span>
                <span className="figures">
                  {formatNumber(street.visited)}/{formatNumber(street.doors.length)}
                </span>
              </button>
            </h2>
            {name === open &&
              shown.map(door => (
                <DoorCard key={door.id} door={door} chosen={chosen.has(door.id)} onChoose={toggle} onPress={press} />
              ))}
          </section>
        )
      })}
      {chosen.size > 0 && (
        <div className="field-bulk">
          <Text size="sm" fw={600} aria-live="polite">
            {t('selected', { count: chosen.size })}
          </Text>
          <Button
            size="md"
            onClick={event =>
              !isSecondTap(event) &&
              void ring(
                doors.filter(({ id }) => chosen.has(id)),
                'absent',
              )
            }
          >
            {t('all_absent')}
          </Button>
          <Button size="md" variant="default" onClick={() => setChosen(new Set())}>
            {t('button.cancel', { ns: 'shell' })}
          </Button>
        </div>
      )}
    </>
  )
}

function firstOpen(streets: Street[]) {
  const street = streets.find(({ visited, doors }) => visited < doors.length) ?? streets[0]
  return street && nameOf(street)
}

const nameOf = ({ name, city }: { name: string; city: string }) => (city ? `${name}, ${city}` : name)
