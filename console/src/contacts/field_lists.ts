import { contactAddressFields, contactFields } from '../../../sdk/operations.ts'

// Lists of contact fields from the table of the server, so that a new field appears in the console without further edits.

type NamesWith<Fields, Property> = {
  [Name in keyof Fields]: Fields[Name] extends Property ? Name : never
}[keyof Fields]

const namesWith = <Fields extends Record<string, object>, const Property extends object>(
  fields: Fields,
  property: Property,
) => {
  const matches = (field: object) =>
    Object.entries(property).every(([key, value]) => (field as Record<string, unknown>)[key] === value)
  return Object.keys(fields).filter(name => matches(fields[name] ?? {})) as NamesWith<Fields, Property>[]
}

export const file_fields = namesWith(contactFields, { in_files: true })
export const file_address_fields = namesWith(contactAddressFields, { in_files: true })
export const text_fields = namesWith(contactFields, { kind: 'text' })
export const mergeable_fields = namesWith(contactFields, { mergeable: true })

/** The list with these names first. */
export const withFirst = <Name extends string>(first: readonly Name[], all: readonly Name[]): Name[] => [
  ...first,
  ...all.filter(name => !first.includes(name)),
]
