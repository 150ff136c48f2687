/** The search parameters of an action in the field app: Back leaves the form, then the tab, then the action. */
export interface FieldSearch {
  tab?: 'summary' | undefined
  show?: 'left' | undefined
  street?: string | undefined
  door?: number | undefined
  result?: 'other' | undefined
}

export function parseFieldSearch({ tab, show, street, door, result }: Record<string, unknown>): FieldSearch {
  return {
    ...(tab === 'summary' && { tab }),
    ...(show === 'left' && { show }),
    ...(typeof street === 'string' && { street }),
    ...(typeof door === 'number' && { door }),
    ...(result === 'other' && { result }),
  }
}
