import { createStore, useStore } from '@mantine/store'
import { useEffect } from 'react'

const trail = createStore({ title: '' })
const list = createStore<{ back: object }>({ back: {} })

/** The title of the open page, shown in the bar after its section. */
export const useTrailTitle = () => useStore(trail).title

export function useSetTrail(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return
    trail.setState({ title })
    return () => trail.setState({ title: '' })
  }, [title])
}

/** The filters of the list that the page was opened from: the link to its section shows that list again. */
export const useTrailBack = () => useStore(list).back

export function useSetTrailBack(back: object = {}) {
  const stored = JSON.stringify(back)
  useEffect(() => {
    list.setState({ back: JSON.parse(stored) })
    return () => list.setState({ back: {} })
  }, [stored])
}

/** The element of the bar in which a page shows its position in a list. */
export const trail_position = 'trail-position'
