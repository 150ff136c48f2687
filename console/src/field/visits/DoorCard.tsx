import { type MouseEvent, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreIcon, WaitingIcon } from '../../components/icons.tsx'
import { doorName, quick_results, type ShownDoor } from './doors.ts'

interface Props {
  door: ShownDoor
  chosen: boolean
  onChoose: (id: number) => void
  onPress: (door: ShownDoor, result: (typeof quick_results)[number] | 'more', event: MouseEvent) => void
}

/** A door: four large buttons before the first visit, the result afterwards. */
export const DoorCard = memo(
  function DoorCard({ door, chosen, onChoose, onPress }: Props) {
    const { t } = useTranslation('field')
    // Opened again for this result; it closes when the result changes.
    const [again, setAgain] = useState<string>()
    const name = doorName(door) || t('door')
    const mark = `${door.result} ${door.visits} ${door.waiting}`
    const asking = !door.result || again === mark
    return (
      <div className="door" data-chosen={chosen || undefined}>
        <div className="door-head">
          <label className="door-name">
            <input
              type="checkbox"
              checked={chosen}
              onChange={() => onChoose(door.id)}
              aria-label={t('select', { door: name })}
            />
            <span>
              {name}
              {door.infos && <small>{door.infos}</small>}
            </span>
          </label>
          {door.result && (
            <span className="door-result" data-result={door.result}>
              {door.waiting && <WaitingIcon size={16} />}
              {t(`result.${door.result}`)}
              {door.waiting && <span className="unseen">{t('unsent')}</span>}
            </span>
          )}
          {door.result && (
            <button
              type="button"
              className="door-again"
              aria-expanded={asking}
              aria-label={t('again_label', { door: name })}
              onClick={() => setAgain(asking ? undefined : mark)}
            >
              {t('again')}
            </button>
          )}
        </div>
        {asking && (
          <div className="door-buttons">
            {quick_results.map(result => (
              <button
                type="button"
                key={result}
                aria-label={t('at_door', { door: name, result: t(`result.${result}`) })}
                onClick={event => onPress(door, result, event)}
              >
                {t(`result.${result}`)}
              </button>
            ))}
            <button
              type="button"
              className="door-more"
              aria-label={t('other_label', { door: name })}
              onClick={event => onPress(door, 'more', event)}
            >
              <MoreIcon /> {t('other')}
            </button>
          </div>
        )}
      </div>
    )
  },
  (a, b) =>
    a.chosen === b.chosen &&
    a.door.id === b.door.id &&
    a.door.result === b.door.result &&
    a.door.waiting === b.door.waiting &&
    a.door.visits === b.door.visits,
)
