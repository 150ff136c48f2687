/** The search parameters of an action in the field app: Back leaves the form, then the list of streets or the tab, then the action. */
export interface FieldSearch {
  tab?: 'map' | 'summary' | undefined
  /** The list of all streets in place of the next door. */
  view?: 'streets' | undefined
  /** In that list: all doors or those worth another visit, in place of those to do. */
  show?: 'all' | 'again' | undefined
  street?: string | undefined
  /** The door to begin with, or the one whose form is open. */
  door?: number | undefined
  result?: 'talked' | 'other' | undefined
}

export function parseFieldSearch({ tab, view, show, street, door, result }: Record<string, unknown>): FieldSearch {
  return {
    ...((tab === 'map' || tab === 'summary') && { tab }),
    ...(view === 'streets' && { view }),
    ...((show === 'all' || show === 'again') && { show }),
    ...(typeof street === 'string' && { street }),
    ...(typeof door === 'number' && { door }),
    ...((result === 'talked' || result === 'other') && { result }),
  }
}
