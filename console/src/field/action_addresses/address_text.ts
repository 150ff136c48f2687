import type { ListedAddress } from '../../api.ts'

/** The house number and street, or the city. */
export const addressLine = ({ house_number, street, city }: ListedAddress) =>
  [house_number, street || city].filter(Boolean).join(' ')

export const cityLine = ({ postal_code, city }: ListedAddress) => `${postal_code} ${city}`.trim()
