import { kinds } from './data.ts'
import { type Template, templates } from './templates.ts'

/** The search parameters of the form builder. */
export interface FormSearch {
  /** The form that is edited, or a new one. */
  open?: number | 'new' | undefined
  /** What a new form starts from: a kind, or a template. */
  from?: (typeof kinds)[number] | Template | undefined
}

export function parseFormSearch({ open, from }: Record<string, unknown>): FormSearch {
  const known = [...kinds, ...templates].find(name => name === from)
  return { ...((typeof open === 'number' || open === 'new') && { open }), ...(known && { from: known }) }
}
