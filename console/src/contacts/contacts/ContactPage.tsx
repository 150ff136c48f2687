import { ActionIcon, Group, Kbd, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { LeftIcon, RightIcon } from '../../components/icons.tsx'
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

/** The way back to the list, and to the contacts before and after this one. */
function ListPosition({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  const { t } = useTranslation('contacts')
  const position = useListPosition(id)
  const { previous, next } = position ?? {}
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
    <Group component="nav" aria-label={t('walk.label')} gap="xs" mb="sm" className="contact-walk">
      <Link to="/contacts" search={position?.search ?? {}} className="record-link">
        {t('to_list')}
      </Link>
      {position && (
        <>
          <ActionIcon variant="default" aria-label={t('walk.previous')} disabled={!steps.back} onClick={steps.back}>
            <LeftIcon size={16} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t('walk.next')} disabled={!steps.on} onClick={steps.on}>
            <RightIcon size={16} />
          </ActionIcon>
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('walk.place', {
              place: formatNumber(position.index + 1),
              total: `${formatNumber(position.total)}${position.capped ? '+' : ''}`,
            })}
          </Text>
          <Group gap={4} visibleFrom="sm" aria-hidden>
            <Kbd size="xs">K</Kbd>
            <Kbd size="xs">J</Kbd>
          </Group>
        </>
      )}
    </Group>
  )
}
