import { useSyncExternalStore } from 'react'

// The changes whose progress and result the shell shows, until the user closes them. They outlive the page and the tab.

const key = 'muster.bulk_changes'
const watched_max = 3
const listeners = new Set<() => void>()

export function watch(id: number) {
  store([id, ...stored().filter(other => other !== id)].slice(0, watched_max))
}

export function unwatch(id: number) {
  store(stored().filter(other => other !== id))
}

export function useWatchedChanges(): number[] {
  return idsIn(useSyncExternalStore(subscribe, text))
}

const text = () => localStorage.getItem(key) ?? ''
const stored = () => idsIn(text())
const idsIn = (list: string) => list.split(' ').filter(Boolean).map(Number).filter(Number.isSafeInteger)

function store(ids: number[]) {
  localStorage.setItem(key, ids.join(' '))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Another tab started or closed one.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
