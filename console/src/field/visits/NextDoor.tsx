import { type MouseEvent, type ReactNode, type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNearDay } from '../../components/formats.ts'
import { DoorIcon, HistoryIcon, RefusedIcon, TalkIcon, WaitingIcon } from '../../components/icons.tsx'
import { sideOf } from '../action_addresses/sides.ts'
import { doorName, type FieldDoors, placeInHouse, type QuickResult, quick_results, type ShownDoor } from './doors.ts'

const icons: Record<QuickResult, ReactNode> = {
  talked: <TalkIcon size={22} />,
  absent: <DoorIcon size={22} />,
  come_back: <HistoryIcon size={22} />,
  refused: <RefusedIcon size={22} />,
}

interface Props {
  kept: FieldDoors
  door: ShownDoor
  /** Gets the focus after a visit. */
  heading: RefObject<HTMLHeadingElement | null>
  onPress: (door: ShownDoor, result: QuickResult | 'other', event: MouseEvent) => void
  onSkip: ((door: ShownDoor) => void) | undefined
}

/** The door in front of the user: where it is, who lives there, and four large buttons. */
export function NextDoor({ kept, door, heading, onPress, onSkip }: Props) {
  const { t } = useTranslation('field')
  const name = doorName(door) || t('door')
  const side = sideOf(door)
  const street = door.street || t('no_street')
  const inside = placeInHouse(door)
  const residents = useMemo(
    () => kept.neighbours.filter(({ address_id, name }) => address_id === door.id && name),
    [kept.neighbours, door.id],
  )
  return (
    <section className="next-door" aria-labelledby="next-door">
      <h2 id="next-door" ref={heading} tabIndex={-1} className="next-door-name">
        <span className="next-door-street">
          {side === 'none' ? street : t('on_side', { street, side: t(`side.${side}`) })}
        </span>
        <span className="next-door-place">
          <strong>{door.house_number || (inside ? '' : t('door'))}</strong> {inside && <span>{inside}</span>}
        </span>
      </h2>
      <p className="next-door-facts">
        {residents.map(({ id, name, left_alone }) => (
          <span key={id} className="next-door-person">
            {left_alone ? `${name} (${t('form.left_alone')})` : name}
          </span>
        ))}
        <span>
          <VisitNote door={door} />
        </span>
        {door.infos && <span>{door.infos}</span>}
      </p>
      <div className="door-results">
        {quick_results.map(result => (
          <button
            key={result}
            type="button"
            data-result={result}
            aria-label={t('at_door', { door: name, result: t(`result.${result}`) })}
            onClick={event => onPress(door, result, event)}
          >
            <span className="door-results-icon">{icons[result]}</span>
            {t(`result.${result}`)}
          </button>
        ))}
      </div>
      <div className="next-door-links">
        <button
          type="button"
          aria-label={t('other_label', { door: name })}
          onClick={event => onPress(door, 'other', event)}
        >
          {t('other')}
        </button>
        {onSkip && (
          <button type="button" onClick={() => onSkip(door)}>
            {t('skip')}
          </button>
        )}
      </div>
    </section>
  )
}

/** The latest result with its day, or that the door was never visited. */
export function VisitNote({ door }: { door: ShownDoor }) {
  const { t } = useTranslation('field')
  if (!door.result) return t('never_visited')
  return (
    <>
      {door.waiting && <WaitingIcon size={16} />}
      {t('visited_on', { result: t(`result.${door.result}`), day: formatNearDay(door.visited_at) })}
      {door.waiting && <span className="unseen"> {t('unsent')}</span>}
    </>
  )
}
