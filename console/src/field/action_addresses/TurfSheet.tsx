import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action, ListedAddress } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import type { MapArea } from '../../map/Areas.tsx'
import type { Cluster } from '../../map/clusters.ts'
import { doorStateOf, streetSide } from '../../map/door_states.ts'
import { MapView } from '../../map/MapView.tsx'
import { project } from '../../map/projection.ts'
import { placeInHouse } from '../visits/doors.ts'
import { addressLine } from './address_text.ts'
import { isPlaced, type Side, sideOf, sides, streetsInOrder } from './sides.ts'
import { type Turf, turfsOf } from './turfs.ts'

const results = ['talked', 'absent', 'come_back', 'refused'] as const

interface Props {
  action: Action
  turf: Turf | undefined
  doors: ListedAddress[]
  /** Names by address; empty for those who may not see them. */
  residents: Map<number, string[]>
}

/** One sheet of paper: the turf on a map, then its doors street by street and side by side, with boxes to tick. */
export function TurfSheet({ action, turf, doors, residents }: Props) {
  const { t } = useTranslation('actions')
  const { t: inField } = useTranslation('field')
  const streets = useMemo(() => streetsInOrder(doors), [doors])
  const points = useMemo(
    () =>
      doors.filter(isPlaced).map(door => ({
        id: door.id,
        label: addressLine(door),
        done: door.visits > 0,
        state: doorStateOf(door.last_visit?.result),
        group: streetSide(door),
        ...project({ latitude: Number(door.latitude), longitude: Number(door.longitude) }),
      })),
    [doors],
  )
  const areas = useMemo<MapArea[]>(
    () => (turf ? [{ key: turf.name, kind: 'wanted', polygons: [turf.polygon] }] : []),
    [turf],
  )
  const describe = useCallback(({ points }: Cluster) => points.map(({ label }) => label).join(', '), [])
  const divided = turfsOf(action.polygon).length > 0
  const teams = action.Teams.filter(({ id }) => turf?.team_ids.includes(id)).map(({ name }) => name)
  const title = turf ? inField('turf', { turf: turf.name }) : divided ? t('left.outside') : action.name
  return (
    <article className="sheet">
      {/* The head of a table is repeated on each page of paper. */}
      <table role="presentation" className="sheet-pages">
        <thead>
          <tr>
            <td>
              <header className="sheet-head">
                <h2>{title}</h2>
                <p>
                  {[
                    ...(title === action.name ? [] : [action.name]),
                    ...teams,
                    t('sheets.doors', { count: doors.length, shown: formatNumber(doors.length) }),
                  ].join(' · ')}
                </p>
              </header>
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              {points.length > 0 && (
                <div className="sheet-map" inert>
                  <MapView
                    label={title}
                    points={points}
                    unmerged
                    paper
                    describe={describe}
                    onOpen={ignore}
                    areas={areas}
                    height="100%"
                  />
                </div>
              )}
              <p className="sheet-key">
                {results.map(result => `${t(`sheets.letter.${result}`)} ${inField(`result.${result}`)}`).join(' · ')}
              </p>
              {streets.map(({ key, name, city, doors }) => (
                <section key={key}>
                  <h3>{[name || t('without_street'), city].filter(Boolean).join(', ')}</h3>
                  <div className="sheet-sides">
                    {sides.map(side => (
                      <SideTable
                        key={side}
                        side={side}
                        doors={doors.filter(door => sideOf(door) === side)}
                        residents={residents}
                      />
                    ))}
                  </div>
                </section>
              ))}
            </td>
          </tr>
        </tbody>
      </table>
    </article>
  )
}

const ignore = () => undefined

function SideTable({ side, doors, residents }: { side: Side; doors: ListedAddress[]; residents: Props['residents'] }) {
  const { t } = useTranslation('actions')
  const { t: inField } = useTranslation('field')
  if (doors.length === 0) return null
  return (
    <table>
      <caption>{t(`left.${side}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('door')}</th>
          {results.map(result => (
            <th key={result} scope="col" aria-label={inField(`result.${result}`)}>
              {t(`sheets.letter.${result}`)}
            </th>
          ))}
          <th scope="col">{t('sheets.remark')}</th>
        </tr>
      </thead>
      <tbody>
        {doors.map(door => (
          <tr key={door.id}>
            <th scope="row">
              <strong>{door.house_number}</strong> {placeInHouse(door)}
              {residents.get(door.id)?.map(name => (
                <small key={name}>{name}</small>
              ))}
            </th>
            {results.map(result => (
              <td key={result}>
                <span className="sheet-box" data-ticked={door.last_visit?.result === result || undefined} />
              </td>
            ))}
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
