import { owner } from './offline/store.ts'

/** Where the user is in the walk of an action. */
export interface WalkPlace {
  /** The door of the last visit. */
  last?: number | undefined
  /** Doors to come back to at the end. */
  skipped: number[]
}

const prefix = 'muster.field.walk '
const keyOf = (action_id: number) => `${prefix}${owner()} ${action_id}`

export function storedWalk(action_id: number): WalkPlace {
  try {
    const { last, skipped }: WalkPlace = JSON.parse(localStorage.getItem(keyOf(action_id)) ?? '{}')
    return {
      ...(Number.isInteger(last) && { last }),
      skipped: Array.isArray(skipped) ? skipped.filter(Number.isInteger) : [],
    }
  } catch {
    return { skipped: [] }
  }
}

export function storeWalk(action_id: number, place: WalkPlace) {
  try {
    localStorage.setItem(keyOf(action_id), JSON.stringify(place))
  } catch {
    // Without it, the walk begins at the first door to do.
  }
}

export function forgetWalks() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
