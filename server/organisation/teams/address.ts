import { Address, type AddressInput } from './schema.ts'

/** The address as it is stored and returned: every field present, under the names of the interface. */
export function completeAddress(sent: AddressInput | null | undefined): Address | null {
  if (!sent) return null
  const { latitude, house_number, ...named } = sent
  // A client may send back `lattitude` as it read it, next to a new `latitude`: the second wins.
  const given: AddressInput = {
    ...named,
    ...(latitude !== undefined && { lattitude: latitude }),
    ...(house_number !== undefined && { housenumber: house_number }),
  }
  return withLocation(
    Object.fromEntries(
      Object.entries(Address.properties).map(([field, { type }]) => [
        field,
        given[field as keyof Address] ?? empty[type],
      ]),
    ) as Address,
  )
}

/** Derives `location` from the coordinates, where both are set. */
export const withLocation = (address: Address): Address =>
  address.lattitude && address.longitude
    ? { ...address, location: `${address.lattitude}, ${address.longitude}` }
    : address

const empty = { string: '', number: 0, boolean: false }
