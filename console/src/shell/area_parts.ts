/** A saved view and where it is shown. */
export interface ViewLink {
  id: number
  name: string
  to: string
  search: object
  /** The search parameter that names the chosen view. */
  param: string
}

/** The key of a text and its namespace. */
export interface TextKey {
  key: string
  ns: string
}

/** A section of the settings, or a field in it. */
export interface SettingsLink {
  to: string
  search?: object | undefined
  /** The field. */
  hash?: string
  isOutside?: boolean | undefined
  text: TextKey
  words: TextKey
  /** The section of a field. */
  detail?: TextKey | undefined
}

/** What the areas give to the shell, which does not import them: router.tsx, which knows all, provides it. */
interface AreaParts {
  settingsFor: (may: (...permissions: string[]) => boolean) => SettingsLink[]
  /** Hooks with the user's own saved views. */
  useOwnViews: () => ViewLink[]
  /** The name of a loaded record and what tells it from others of that name; undefined while it is not loaded. */
  labelOf: (
    kind: 'contacts' | 'payments' | 'teams' | 'actions',
    id: number,
    payment: string,
  ) => { label: string; detail?: string | undefined } | undefined
}

let parts: AreaParts | undefined

export function provideAreaParts(given: AreaParts) {
  parts = given
}

export function areaParts(): AreaParts {
  if (!parts) throw new Error('router.tsx provides the parts of the areas')
  return parts
}
