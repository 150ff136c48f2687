import { createStore, useStore } from '@mantine/store'
import { useEffect } from 'react'

const trail = createStore({ title: '' })

/** The title of the open page, shown in the bar after its section. */
export const useTrailTitle = () => useStore(trail).title

export function useSetTrail(title: string) {
  useEffect(() => {
    trail.setState({ title })
    return () => trail.setState({ title: '' })
  }, [title])
}
