import { createStore, useStore } from '@mantine/store'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const key = 'muster.density'
const stored = densities.find(one => one === localStorage.getItem(key)) ?? 'comfortable'
const density = createStore<{ density: Density }>({ density: stored })

/** How close the rows of lists are, chosen by the user and kept in this browser. */
export const useDensity = () => useStore(density).density

export function chooseDensity(next: Density) {
  localStorage.setItem(key, next)
  density.setState({ density: next })
}
