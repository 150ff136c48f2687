import { Type } from 'typebox'

/** The order of a list: a field, or a field with a leading minus for the opposite direction. */
export type Sorting<Field extends string> = Field | `-${Field}`

/** The query parameter for the order of a list. Rows that are equal in the field are in the order of the list. */
export function sortParam<const Fields extends readonly string[]>(
  fields: Fields,
  usual: Sorting<Fields[number]>,
  description: string,
) {
  const values = fields.flatMap(field => [field, `-${field}`]) as Sorting<Fields[number]>[]
  return Type.Enum(values, { default: usual, description: `${description} A leading minus reverses the order.` })
}

export const parseSorting = <Field extends string>(sorting: Sorting<Field>) => ({
  field: sorting.replace(/^-/, '') as Field,
  descending: sorting.startsWith('-'),
})
