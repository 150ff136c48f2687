import { type Address, type AddressInput, Address as Shape } from './schema.ts'

/** The address as it is stored and sent: every field present, under the interface's own names. */
export function completeAddress(sent: AddressInput | null | undefined): Address | null {
  if (!sent) return null
  const { latitude, house_number, ...named } = sent
  // A program that reads our name and writes the other means what it writes.
  const given: AddressInput = {
    ...named,
    ...(latitude !== undefined && { lattitude: latitude }),
    ...(house_number !== undefined && { housenumber: house_number }),
  }
  return withLocation(
    Object.fromEntries(
      Object.entries(Shape.properties).map(([field, { type }]) => [
        field,
        given[field as keyof Address] ?? empty[type],
      ]),
    ) as Address,
  )
}

/** The address with its coordinates as one text. Where there are none, the text is what was sent. */
export const withLocation = (address: Address): Address =>
  address.lattitude && address.longitude
    ? { ...address, location: `${address.lattitude}, ${address.longitude}` }
    : address

const empty = { string: '', number: 0, boolean: false }
