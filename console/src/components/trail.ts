import { createStore, useStore } from '@mantine/store'
import { useEffect } from 'react'

/** A page between the section and the open page. */
interface TrailList {
  title: string
  to: string
}

const trail = createStore<{ title: string; list: TrailList | undefined }>({ title: '', list: undefined })
const list = createStore<{ back: object }>({ back: {} })

/** The title of the open page, shown in the bar after its section, and the list between the two. */
export const useTrail = () => useStore(trail)

export function useSetTrail(title: string | undefined, list?: TrailList) {
  const { title: name, to } = list ?? {}
  useEffect(() => {
    if (title === undefined) return
    trail.setState({ title, list: name && to ? { title: name, to } : undefined })
    return () => trail.setState({ title: '', list: undefined })
  }, [title, name, to])
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
