import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { RightIcon } from '../../components/icons.tsx'
import { type Side, sideOf, sides, streetKey } from '../action_addresses/sides.ts'
import { doorName, type FieldDoors, placeInHouse, type ShownDoor } from './doors.ts'
import { VisitNote } from './NextDoor.tsx'

const shown_max = 20

interface Props {
  kept: FieldDoors
  door: ShownDoor
  /** The doors to do after this one. */
  ahead: ShownDoor[]
  onOpen: (id: number) => void
  onStreets: () => void
}

/** The next doors of the street, one side at a time, and the way to the other streets. */
export function UpcomingDoors({ kept, door, ahead, onOpen, onStreets }: Props) {
  const { t } = useTranslation('field')
  const here = ahead.filter(other => streetKey(other) === streetKey(door))
  const counts = Object.fromEntries(sides.map(side => [side, here.filter(one => sideOf(one) === side).length]))
  const [chosen, setChosen] = useState<Side>()
  const own = sideOf(door)
  const side = chosen ?? (counts[own] ? own : (sides.find(one => counts[one]) ?? own))
  const list = here.filter(other => sideOf(other) === side)
  const next = ahead.find(other => streetKey(other) !== streetKey(door))
  return (
    <section className="upcoming" aria-labelledby="upcoming">
      <div className="upcoming-head">
        <h3 id="upcoming">{t('upcoming')}</h3>
        <SegmentedControl
          size="md"
          aria-label={t('side_label')}
          value={side}
          onChange={value => setChosen(value as Side)}
          data={sides
            .filter(one => one !== 'none' || counts['none'] || own === 'none')
            .map(one => ({ value: one, label: t(`sides.${one}`, { count: counts[one] ?? 0 }) }))}
        />
      </div>
      {list.length > 0 ? (
        <ul className="upcoming-list">
          {list.slice(0, shown_max).map(one => (
            <li key={one.id}>
              <button type="button" onClick={() => onOpen(one.id)}>
                <strong>{one.house_number}</strong>
                <span>{placeInHouse(one) || (one.house_number ? '' : doorName(one) || t('door'))}</span>
                <small>{residentOf(kept, one) ?? <VisitNote door={one} />}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="upcoming-none">{t('side_done')}</p>
      )}
      <button type="button" className="upcoming-more" onClick={onStreets}>
        <span>
          {next
            ? t('next_street', { street: next.street || t('no_street') })
            : t('left_in_all', { count: ahead.length + 1, shown: formatNumber(ahead.length + 1) })}
          <small>{t('all_streets')}</small>
        </span>
        <RightIcon />
      </button>
    </section>
  )
}

const residentOf = ({ neighbours }: FieldDoors, { id }: ShownDoor) =>
  neighbours.find(({ address_id, name }) => address_id === id && name)?.name
