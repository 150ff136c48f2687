import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { CheckIcon } from '../../components/icons.tsx'
import { turfIndexOf } from '../action_addresses/turfs.ts'
import type { FieldDoors, ShownDoor } from './doors.ts'
import type { Walk } from './use_walk.ts'

interface Props {
  kept: FieldDoors
  all: ShownDoor[]
  walk: Walk
  heading: RefObject<HTMLHeadingElement | null>
  onMoved: () => void
  onStreets: () => void
}

/** No door is left: what was done, what could be done next, and the way home. */
export function WalkDone({ kept, all, walk, heading, onMoved, onStreets }: Props) {
  const { t } = useTranslation('field')
  const turf = walk.turf === undefined ? undefined : kept.turfs[walk.turf]
  const count = walk.doors.length
  const shown = formatNumber(count)
  const next = kept.turfs.flatMap(({ name }, index) => {
    const left = all.filter(door => !door.result && turfIndexOf(kept.turfs, door) === index).length
    return index !== walk.turf && left > 0 ? [{ index, name, left }] : []
  })[0]
  const again = walk.worth_another.length
  return (
    <Stack align="stretch" className="walk-done">
      <span className="walk-done-mark">
        <CheckIcon size={36} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {turf ? t('done.turf', { count, shown, turf: turf.name }) : t('done.action', { count, shown })}
      </h2>
      {again > 0 && (
        <>
          <Text>{t('done.worth_another', { count: again, shown: formatNumber(again) })}</Text>
          <Button
            size="lg"
            variant="default"
            onClick={() => {
              onMoved()
              walk.startAgain()
            }}
          >
            {t('done.again')}
          </Button>
        </>
      )}
      {next && (
        <Button
          size="lg"
          variant="default"
          h="auto"
          py="sm"
          onClick={() => {
            onMoved()
            walk.onTurf(next.index)
          }}
        >
          {t('done.next_turf', { count: next.left, shown: formatNumber(next.left), turf: next.name })}
        </Button>
      )}
      <Button size="lg" variant="default" onClick={onStreets}>
        {t('all_streets')}
      </Button>
      <Button size="lg" renderRoot={props => <Link to="/" {...props} />}>
        {t('done.home')}
      </Button>
    </Stack>
  )
}
