import { useLocalStorage } from '@mantine/hooks'
import { useMe } from '../use_me.ts'
import type { QueueKind } from './queue.ts'

/** What a user chose on this device, in one space. */
interface DeskSettings {
  hidden: QueueKind[]
  /** The day on which a queue was put off; it returns on the next. */
  snoozed: Record<string, string>
  /** The kind of each queue that was shown at the last visit: the page reserves their places while they load. */
  filled?: QueueKind[]
}

const none: DeskSettings = { hidden: [], snoozed: {} }

/** The day in the time zone of the user. */
function localDay() {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].join('-')
}

export function useDeskSettings() {
  const { user, space } = useMe()
  const [settings, set] = useLocalStorage<DeskSettings>({
    key: `muster.desk.${space.id}.${user.id}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  })
  const known = { ...none, ...settings }
  const change = (part: Partial<DeskSettings>) => set(now => ({ ...none, ...now, ...part }))
  return {
    isHidden: (kind: QueueKind) => known.hidden.includes(kind),
    /** Whether the desk was shown on this device before. */
    isKnown: known.filled !== undefined,
    /** How many queues of this kind there were at the last visit. */
    countBefore: (kind: QueueKind) => known.filled?.filter(one => one === kind).length ?? 0,
    isSnoozed: (id: string) => known.snoozed[id] === localDay(),
    choose: (kind: QueueKind, shown: boolean) =>
      change({ hidden: [...known.hidden.filter(one => one !== kind), ...(shown ? [] : [kind])] }),
    snooze: (id: string) => {
      const today = Object.entries(known.snoozed).filter(([, day]) => day === localDay())
      change({ snoozed: { ...Object.fromEntries(today), [id]: localDay() } })
    },
    wake: () => change({ snoozed: {} }),
    remember: (filled: QueueKind[]) => {
      if (filled.join() !== known.filled?.join()) change({ filled })
    },
  }
}

export type UseDeskSettings = ReturnType<typeof useDeskSettings>
