import { ActionIcon, Group, Kbd, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { LeftIcon, RightIcon } from '../../components/icons.tsx'
import { trail_position, useSetTrailBack } from '../../components/trail.ts'
import { useLetterKey } from '../../components/use_letter_key.ts'
import { ContactRecord } from './ContactRecord.tsx'
import { useListPosition } from './list_position.ts'

const route = getRouteApi('/contacts/$id')

/** One contact on its own page. */
export function ContactPage() {
  const { id } = route.useParams()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (next: number) =>
    void navigate({ to: '/contacts/$id', params: { id: String(next) }, search: { ...(tab && { tab }) } })
  return (
    <>
      <ListPosition id={Number(id)} onOpen={open} />
      <ContactRecord
        key={id}
        id={Number(id)}
        tab={tab}
        onTab={next => void navigate({ search: { ...(next && { tab: next }) }, replace: true })}
        onOpen={open}
        onGone={() => void navigate({ to: '/contacts' })}
      />
    </>
  )
}

/** The place of the contact in the list it was opened from, and the contacts before and after it. */
function ListPosition({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  const { t } = useTranslation('contacts')
  const position = useListPosition(id)
  const { previous, next, search } = position ?? {}
  useSetTrailBack(search)
  const steps = useMemo(
    () => ({
      back: previous === undefined ? undefined : () => onOpen(previous),
      on: next === undefined ? undefined : () => onOpen(next),
    }),
    [previous, next, onOpen],
  )
  useLetterKey('j', steps.on)
  useLetterKey('k', steps.back)
  return (
    <InTrail>
      {position && (
        <Group component="nav" aria-label={t('walk.label')} gap={6} wrap="nowrap">
          <ActionIcon variant="default" aria-label={t('walk.previous')} disabled={!steps.back} onClick={steps.back}>
            <LeftIcon size={16} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t('walk.next')} disabled={!steps.on} onClick={steps.on}>
            <RightIcon size={16} />
          </ActionIcon>
          <Text size="sm" c="dimmed" aria-live="polite" className="trail-count">
            {t('walk.place', {
              place: formatNumber(position.index + 1),
              total: `${formatNumber(position.total)}${position.capped ? '+' : ''}`,
            })}
          </Text>
          <Group gap={4} visibleFrom="lg" wrap="nowrap" aria-hidden>
            <Kbd size="xs">K</Kbd>
            <Kbd size="xs">J</Kbd>
          </Group>
        </Group>
      )}
    </InTrail>
  )
}

/** Shows its content in the bar of the console, after the name of the page. */
function InTrail({ children }: { children: ReactNode }) {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  useEffect(() => setBar(document.getElementById(trail_position)), [])
  return bar && createPortal(children, bar)
}
