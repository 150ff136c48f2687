// Texts that are not sent yet stay in this browser until they are sent, or the user signs out. Old ones are removed.

const prefix = 'muster.draft.'
const days_max = 30
const drafts_max = 50

interface Stored<Value> {
  at: number
  value: Value
}

/** The draft with this name; undefined if there is none. */
export function readDraft<Value>(name: string): Value | undefined {
  return stored<Value>(`${prefix}${name}`)?.value
}

/** Stores a draft; undefined removes it. A browser without storage keeps none. */
export function writeDraft(name: string, value: unknown) {
  try {
    if (value === undefined) return localStorage.removeItem(`${prefix}${name}`)
    localStorage.setItem(`${prefix}${name}`, JSON.stringify({ at: Date.now(), value }))
    removeOld()
  } catch {
    // Storage is full or forbidden.
  }
}

export function clearDrafts() {
  for (const key of keys()) localStorage.removeItem(key)
}

const keys = () => Object.keys(localStorage).filter(key => key.startsWith(prefix))

function stored<Value>(key: string): Stored<Value> | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function removeOld() {
  const oldest = Date.now() - days_max * 86_400_000
  const newest = keys()
    .map(key => ({ key, at: stored(key)?.at ?? 0 }))
    .sort((one, other) => other.at - one.at)
  for (const [index, { key, at }] of newest.entries())
    if (index >= drafts_max || at < oldest) localStorage.removeItem(key)
}
