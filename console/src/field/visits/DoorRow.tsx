import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { RightIcon, WaitingIcon } from '../../components/icons.tsx'
import { doorName, type ShownDoor } from './doors.ts'

interface Props {
  door: ShownDoor
  residents: string[] | undefined
  chosen: boolean
  onChoose: (id: number) => void
  onOpen: (id: number) => void
}

/** A door in the list of streets: its result, a box to select it, and the way to its buttons. */
export const DoorRow = memo(
  function DoorRow({ door, residents, chosen, onChoose, onOpen }: Props) {
    const { t } = useTranslation('field')
    const name = doorName(door) || t('door')
    return (
      <div className="door" data-chosen={chosen || undefined}>
        <label className="door-box">
          <input
            type="checkbox"
            checked={chosen}
            onChange={() => onChoose(door.id)}
            aria-label={t('select', { door: name })}
          />
        </label>
        <button type="button" className="door-open" onClick={() => onOpen(door.id)}>
          <span>
            {name}
            {residents && <small>{residents.join(', ')}</small>}
            {door.infos && <small>{door.infos}</small>}
          </span>
          {door.result && (
            <span className="door-result" data-result={door.result}>
              {door.waiting && <WaitingIcon size={16} />}
              {t(`result.${door.result}`)}
              {door.waiting && <span className="unseen">{t('unsent')}</span>}
            </span>
          )}
          <RightIcon />
        </button>
      </div>
    )
  },
  (a, b) =>
    a.chosen === b.chosen &&
    a.residents === b.residents &&
    a.door.id === b.door.id &&
    a.door.result === b.door.result &&
    a.door.waiting === b.door.waiting,
)
