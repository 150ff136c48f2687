import { Alert, Drawer, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAsking } from '../../components/unsaved.ts'
import { doorName, type FieldDoors, type ShownDoor } from './doors.ts'
import type { Overtaken } from './use_walk.ts'
import { VisitForm } from './VisitForm.tsx'

interface Props {
  kept: FieldDoors
  door: ShownDoor | undefined
  /** The visit of another user since this door came on the screen. */
  overtaken_by: Overtaken['visit'] | undefined
  /** Whether the user chose “Other result”. */
  other: boolean
  onRecorded: (door: ShownDoor) => void
  onUndo: (id: number) => void
  onClose: () => void
  /** The drawer is gone: the focus goes to the heading of the door on the screen. */
  onClosed: () => void
}

/** The form after a conversation. It opens from below, within reach of the thumb. */
export function VisitDrawer({ kept, door, other, overtaken_by, onRecorded, onUndo, onClose, onClosed }: Props) {
  const { t } = useTranslation('field')
  const asking = useAsking()
  return (
    <Drawer.Root
      opened={door !== undefined}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      closeOnEscape={!asking}
      returnFocus={false}
      position="bottom"
      size="88dvh"
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <Group p="md" wrap="nowrap" justify="space-between">
          <Drawer.Title fw={700} fz="lg" lh={1.2}>
            {door && t('form.title', { door: [doorName(door), door.street].filter(Boolean).join(', ') })}
          </Drawer.Title>
          <Drawer.CloseButton size={44} aria-label={t('button.close', { ns: 'shell' })} />
        </Group>
        <Drawer.Body>
          {overtaken_by && (
            <Alert color="yellow" mb="md" role="status">
              {t('form.visited_meanwhile', {
                name: overtaken_by.user?.firstname || t('form.another_user'),
                result: t(`result.${overtaken_by.result}`),
              })}
            </Alert>
          )}
          {door && (
            <VisitForm
              key={door.id}
              kept={kept}
              door={door}
              other={other}
              onUndo={() => onUndo(door.id)}
              onDone={() => onRecorded(door)}
            />
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
