import { muster, type Operations, queries } from '../../api.ts'

/** One field of a catalogue entry. */
export interface CatalogueField {
  name: string
  label: string
  kind: 'text' | 'money' | 'check' | 'choice' | 'color' | 'duration'
  description?: string
  required?: boolean
  /** The value in a new entry. */
  initial: unknown
  choices?: { value: string; label: string }[]
  /** A choice whose values are numbers. */
  numeric?: boolean
  /** A choice whose empty value is null. */
  nullable?: boolean
  /** Whether the field is of use with the other values; without it, always. */
  when?: (values: CatalogueValues) => boolean
}

export type CatalogueValues = Record<string, unknown>

/** Reads and writes the entries of one catalogue. */
export interface CatalogueStore {
  read: (id: number) => Promise<{ values: CatalogueValues; etag: string | undefined }>
  create: (values: CatalogueValues) => Promise<unknown>
  update: (id: number, values: CatalogueValues, if_match: string | undefined) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
}

type Resource =
  | 'membership_prices'
  | 'membership_price_groups'
  | 'donation_prices'
  | 'transaction_statuses'
  | 'code_campaigns'

/** The five catalogues have the same operations. */
export function catalogueStore(resource: Resource): CatalogueStore {
  const refresh = <Answer>(answer: Answer) => queries.invalidateQueries({ queryKey: ['finance'] }).then(() => answer)
  const ask = (verb: 'read' | 'create' | 'update' | 'remove', args: object, if_match?: string) =>
    muster.request(`${resource}.${verb}` as keyof Operations, args as never, if_match ? { if_match } : {})
  return {
    read: async id => {
      const { body, etag } = await ask('read', { id })
      return { values: (body as { data: CatalogueValues }).data, etag: etag ?? undefined }
    },
    create: data => ask('create', { data }).then(refresh),
    update: (id, data, if_match) => ask('update', { id, data }, if_match).then(refresh),
    remove: id => ask('remove', { id }).then(refresh),
  }
}
