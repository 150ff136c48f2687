import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../components/formats.ts'
import { useScrollEnds } from '../components/use_scroll_ends.ts'
import { type DoorState, door_states } from './door_states.ts'

interface Props {
  label: string
  counts: Record<DoorState, number>
  chosen: DoorState | undefined
  onChoose: (state: DoorState | undefined) => void
}

/** Filters doors by what is known about them. It is also the legend of the marks. */
export function DoorFilter({ label, counts, chosen, onChoose }: Props) {
  const { t } = useTranslation('map')
  const ends = useScrollEnds()
  const sum = door_states.reduce((sum, state) => sum + counts[state], 0)
  const choices = [{ state: undefined, count: sum }, ...door_states.map(state => ({ state, count: counts[state] }))]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row that scrolls.
    <div className="map-filter" role="group" aria-label={label} ref={ends}>
      {choices.map(({ state, count }) => (
        <UnstyledButton key={state ?? 'all'} aria-pressed={chosen === state} onClick={() => onChoose(state)}>
          {state && (
            <span className="map-mark map-sample" data-state={state} aria-hidden="true">
              <span />
            </span>
          )}
          {t(`state.${state ?? 'all'}`)} <span className="map-count">{formatNumber(count)}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}
