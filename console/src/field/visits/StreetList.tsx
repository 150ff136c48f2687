import { Button, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { DownIcon, RightIcon } from '../../components/icons.tsx'
import { sideOf, sides } from '../action_addresses/sides.ts'
import { namesByDoor } from '../action_contacts/data.ts'
import { DoorRow } from './DoorRow.tsx'
import { type FieldDoors, isWorthAnother, type ShownDoor, type Street } from './doors.ts'
import type { FieldSearch } from './search_params.ts'
import type { Walk } from './use_walk.ts'

interface Props {
  kept: FieldDoors
  walk: Walk
  search: FieldSearch
  onSearch: (change: FieldSearch, replace?: boolean) => void
  onOpen: (id: number) => void
  /** Records that nobody was home at these doors. */
  onAbsent: (doors: ShownDoor[], event: MouseEvent) => void
  onMoved: () => void
}

/** Lists the streets; one is open at a time, so that a thousand doors stay fast. */
export function StreetList({ kept, walk, search, onSearch, onOpen, onAbsent, onMoved }: Props) {
  const { t } = useTranslation('field')
  const { streets, doors } = walk
  // The street of the door on the screen; it does not change while working.
  const [first] = useState(
    () => streets.find(street => street.doors.some(({ id }) => id === walk.door?.id)) ?? streets[0],
  )
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const open = search.street ?? first?.key
  // The button that led here is gone.
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus({ preventScroll: true }), [])
  const show = search.show ?? 'left'
  const isShown = shownBy[show]
  const residents = useMemo(() => namesByDoor(kept.neighbours), [kept.neighbours])
  const toggle = (id: number) =>
    setChosen(now => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })

  return (
    <>
      <Button
        ref={back}
        variant="default"
        size="md"
        onClick={() => {
          onMoved()
          onSearch({ view: undefined, street: undefined })
        }}
      >
        {t('to_next_door')}
      </Button>
      {kept.turfs.length > 0 && (
        <NativeSelect
          size="md"
          label={t('turf_label')}
          value={walk.turf ?? ''}
          onChange={({ currentTarget: { value } }) => walk.onTurf(value === '' ? undefined : Number(value))}
          data={[
            { value: '', label: t('whole_action') },
            ...kept.turfs.map(({ name }, index) => ({ value: String(index), label: t('turf', { turf: name }) })),
          ]}
        />
      )}
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t('show_label')}
        value={show}
        onChange={value => onSearch({ show: value === 'left' ? undefined : (value as 'again' | 'all') }, true)}
        data={[
          { value: 'left', label: t('state.todo', { ns: 'map' }) },
          { value: 'again', label: t('show_again') },
          { value: 'all', label: t('show_all') },
        ]}
      />
      {kept.more && <Text size="sm">{t('more_doors', { count: kept.doors.length })}</Text>}
      {!doors.some(isShown) && <Text>{t(show === 'again' ? 'none_again' : 'all_done')}</Text>}
      {streets.map(street => {
        const shown = street.doors.filter(isShown)
        if (shown.length === 0) return null
        const isOpen = street.key === open
        return (
          <section key={street.key}>
            <StreetHead
              street={street}
              open={isOpen}
              onToggle={() => onSearch({ street: isOpen ? '' : street.key }, true)}
            />
            {isOpen &&
              sides.map(side => {
                const here = shown.filter(door => sideOf(door) === side)
                if (here.length === 0) return null
                return (
                  <div key={side}>
                    <h3 className="field-side">{t(`sides.${side}`, { count: here.length })}</h3>
                    {here.map(door => (
                      <DoorRow
                        key={door.id}
                        door={door}
                        residents={residents.get(door.id)}
                        chosen={chosen.has(door.id)}
                        onChoose={toggle}
                        onOpen={onOpen}
                      />
                    ))}
                  </div>
                )
              })}
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
              onAbsent(
                doors.filter(({ id }) => chosen.has(id)),
                event,
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

/** A door is to do until its first visit, on every screen. */
const shownBy = {
  left: ({ result }: ShownDoor) => !result,
  again: isWorthAnother,
  all: () => true,
}

function StreetHead({ street, open, onToggle }: { street: Street; open: boolean; onToggle: () => void }) {
  const { t } = useTranslation('field')
  return (
    <h2 className="field-street">
      <button type="button" aria-expanded={open} onClick={onToggle}>
        {open ? <DownIcon /> : <RightIcon />}
        <span>
          {street.name || t('no_street')}
          {street.city && <small>{street.city}</small>}
        </span>
        <span className="figures">
          {formatNumber(street.visited)}/{formatNumber(street.doors.length)}
        </span>
      </button>
    </h2>
  )
}
