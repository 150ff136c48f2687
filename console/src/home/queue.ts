// What waits for the user, in queues. A queue has the number that the screen shows to which it leads.

export const queueGroups = ['money', 'people', 'field'] as const
export type QueueGroup = (typeof queueGroups)[number]

/** Every kind of queue, in the order of the desk. `needs` are the permissions to work on it. */
export const queueKinds = {
  bank: { group: 'money', needs: ['finance:read', 'catalogue:read'] },
  to_check: { group: 'money', needs: ['finance:read', 'catalogue:read'] },
  warnings: { group: 'money', needs: ['finance:read', 'catalogue:read'] },
  unpaid: { group: 'money', needs: ['finance:read', 'catalogue:read'] },
  renewals: { group: 'people', needs: ['contacts:read', 'finance:read'] },
  duplicates: { group: 'people', needs: ['contacts:read', 'contacts:write'] },
  invitations: { group: 'people', needs: ['users:invite'] },
  privacy: { group: 'people', needs: ['privacy:manage', 'contacts:read'] },
  imports: { group: 'people', needs: ['contacts:read', 'contacts:write'] },
  doors: { group: 'field', needs: [] },
  tasks: { group: 'field', needs: [] },
} as const satisfies Record<string, { group: QueueGroup; needs: string[] }>

export type QueueKind = keyof typeof queueKinds

export const allQueueKinds = Object.keys(queueKinds) as QueueKind[]

/** Where a queue leads. */
export interface Place {
  to: string
  params?: Record<string, string>
  search?: object
}

export interface Queue {
  /** Stays the same from day to day, for those that are put off. */
  id: string
  kind: QueueKind
  count: number
  /** Whether there are more than were counted. */
  more?: boolean
  title: string
  reason: string
  /** A part of the reason that needs attention. */
  alert?: string | undefined
  /** The label of the button. */
  action: string
  place: Place
}

/** The queues of a kind, and how their numbers are being read. */
export interface QueueSource {
  kind: QueueKind
  loading: boolean
  failed: boolean
  retry: () => void
  queues: Queue[]
}

interface Reading {
  isLoading: boolean
  isError: boolean
  refetch: () => unknown
}

export const sourceOf = (kind: QueueKind, readings: Reading[], queues: (Queue | undefined)[]): QueueSource => ({
  kind,
  loading: readings.some(({ isLoading }) => isLoading),
  failed: readings.some(({ isError }) => isError),
  retry: () => {
    for (const { isError, refetch } of readings) if (isError) void refetch()
  },
  queues: queues.filter(queue => queue !== undefined && queue.count > 0).filter(queue => queue !== undefined),
})
