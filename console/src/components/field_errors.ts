import { Refusal } from '../api.ts'

/** The refusals of single fields, by the name of the field, for a form; undefined when it was refused for something else. */
export function fieldErrors(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof Refusal) || error.errors.length === 0) return undefined
  return Object.fromEntries(error.errors.map(({ location, message }) => [location.split('.').at(-1)!, message]))
}
