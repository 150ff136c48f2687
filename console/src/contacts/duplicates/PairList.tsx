import { Badge, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '../contacts/data.ts'
import type { Pair } from './pairs.ts'

interface Props {
  pairs: Pair[]
  open: string | undefined
  onOpen: (pair: Pair) => void
  more: (() => void) | undefined
}

export const strength_colors = { strong: 'moss', likely: 'orange', possible: 'gray' } as const

/** The pairs that are left, the strongest reason first. */
export function PairList({ pairs, open, onOpen, more }: Props) {
  const { t } = useTranslation('contacts')
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when another pair opens.
  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    <section aria-label={t('duplicates.to_decide')} className="duplicate-list">
      <ul ref={list}>
        {pairs.map(pair => {
          const { key, one, other, group } = pair
          return (
            <li key={key}>
              <button type="button" className="duplicate-pair" aria-current={key === open} onClick={() => onOpen(pair)}>
                <Group justify="space-between" gap="xs" wrap="nowrap">
                  <Text size="sm" fw={600} truncate>
                    {nameOf(one)}
                  </Text>
                  <Badge size="sm" color={strength_colors[group.strength]} variant="light" style={{ flexShrink: 0 }}>
                    {t(`duplicates.strength.${group.strength}`)}
                  </Badge>
                </Group>
                <Text size="xs" c="dimmed" truncate>
                  {[nameOf(other) !== nameOf(one) && nameOf(other), t(`duplicates.reason.${group.reason}`)]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </button>
            </li>
          )
        })}
      </ul>
      {more && (
        <Button variant="subtle" size="compact-sm" m="xs" onClick={more}>
          {t('duplicates.more')}
        </Button>
      )}
    </section>
  )
}
