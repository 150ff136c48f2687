import { ActionIcon, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DownIcon, UpIcon } from '../../components/icons.tsx'

interface Props {
  name: string
  index: number
  count: number
  onMove: (to: number) => void
}

/** Moves an item of a list up or down. The focus stays on the button, or goes to the other one at the end of the list. */
export function MoveButtons({ name, index, count, onMove }: Props) {
  const { t } = useTranslation('forms')
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  // The row is drawn at its new place first: a button that gets the focus must not be disabled.
  const pressed = useRef<'up' | 'down'>(undefined)
  useEffect(() => {
    if (!pressed.current) return
    const goes_up = (pressed.current === 'up' && index > 0) || index === count - 1
    pressed.current = undefined
    const button = goes_up ? up : down
    button.current?.focus()
  }, [index, count])
  const move = (to: number) => {
    pressed.current = to < index ? 'up' : 'down'
    onMove(to)
  }
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        ref={up}
        variant="subtle"
        color="gray"
        aria-label={t('move_up', { name })}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <UpIcon />
      </ActionIcon>
      <ActionIcon
        ref={down}
        variant="subtle"
        color="gray"
        aria-label={t('move_down', { name })}
        disabled={index === count - 1}
        onClick={() => move(index + 1)}
      >
        <DownIcon />
      </ActionIcon>
    </Group>
  )
}
