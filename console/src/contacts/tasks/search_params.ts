export const views = ['mine', 'created', 'all'] as const
export type TaskView = (typeof views)[number]

/** The search parameters of the page of tasks. */
export interface TaskSearch {
  /** The tasks of the user when absent. */
  view?: Exclude<TaskView, 'mine'> | undefined
  /** Open tasks when absent. */
  state?: 'done' | undefined
  assignee?: number | undefined
  open?: number | 'new' | undefined
}

export function parseTaskSearch({ view, state, assignee, open }: Record<string, unknown>): TaskSearch {
  const known = views.find(name => name === view)
  return {
    ...(known && known !== 'mine' && { view: known }),
    ...(state === 'done' && { state }),
    ...(isId(assignee) && { assignee }),
    ...((isId(open) || open === 'new') && { open }),
  }
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0
