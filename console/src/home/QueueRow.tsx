import { ActionIcon, Button, Kbd, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../components/formats.ts'
import { SnoozeIcon } from '../components/icons.tsx'
import type { Queue, QueueSource } from './queue.ts'

interface Props {
  queue: Queue
  /** Its place on the desk, from 0: the number key that opens it. */
  place: number
  onSnooze: () => void
}

const keys_max = 9

/** One queue: its number, what waits and why, and the way there. A click anywhere on the row opens it. */
export function QueueRow({ queue, place, onSnooze }: Props) {
  const { t } = useTranslation('home')
  const { count, more, title, reason, alert, action, place: target } = queue
  const shown = `${formatNumber(count)}${more ? '+' : ''}`
  const key = place < keys_max ? String(place + 1) : undefined
  return (
    <li className="queue" data-kind={queue.kind}>
      <Text span className="queue-count">
        {shown}
      </Text>
      <div className="queue-text">
        <Text fw={600} lh="20px" fz={14}>
          {title}
        </Text>
        <Text fz={13} lh="18px" c="dimmed" className="breaking">
          {reason}
          {alert && (
            <>
              {reason && ' · '}
              <span className="queue-alert">{alert}</span>
            </>
          )}
        </Text>
      </div>
      <ActionIcon
        className="queue-snooze unprinted"
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('snooze', { title })}
        title={t('snooze_short')}
        onClick={onSnooze}
      >
        <SnoozeIcon size={16} />
      </ActionIcon>
      <Button
        className="queue-link unprinted"
        size="compact-sm"
        h={30}
        variant={place === 0 ? 'filled' : 'default'}
        aria-label={`${action}: ${shown} ${title}`}
        {...(key && { 'aria-keyshortcuts': key })}
        renderRoot={props => (
          <Link
            {...props}
            to={target.to as never}
            params={(target.params ?? {}) as never}
            search={(target.search ?? {}) as never}
          />
        )}
      >
        {action}
      </Button>
      <Kbd className="queue-key unprinted" aria-hidden>
        {key ?? ' '}
      </Kbd>
    </li>
  )
}

export const QueueSkeleton = () => (
  <li className="queue" aria-hidden="true">
    <Skeleton h={22} w={30} ml="auto" />
    <div className="queue-text">
      <Skeleton h={14} w="55%" mb={8} />
      <Skeleton h={10} w="35%" />
    </div>
  </li>
)

/** A queue whose number could not be read. The others work. */
export function FailedQueue({ source }: { source: QueueSource }) {
  const { t } = useTranslation('home')
  return (
    <li className="queue">
      <Text span className="queue-count" aria-hidden>
        –
      </Text>
      <div className="queue-text">
        <Text fw={600} fz={14}>
          {t(`${source.kind}.name`)}
        </Text>
        <Text fz={13} c="var(--mantine-color-error)">
          {t('failed')}
        </Text>
      </div>
      <Button size="compact-sm" h={30} variant="default" onClick={source.retry} aria-label={retryLabel()}>
        {t('button.retry', { ns: 'shell' })}
      </Button>
    </li>
  )

  function retryLabel() {
    return `${t('button.retry', { ns: 'shell' })}: ${t(`${source.kind}.name`)}`
  }
}
