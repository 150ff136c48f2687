import type { Street } from './data.ts'

const metre = 1 / 111_320
/** How far the even side of a street is from the odd one. */
const street_wide_m = 18

export type Metres = readonly [east: number, north: number]
type Degrees = [latitude: number, longitude: number]

/** Streets at right angles around a place, turned by some degrees, in metres from there. */
export function streetGrid(latitude: number, longitude: number, turned: number) {
  const wide = metre / Math.cos((latitude * Math.PI) / 180)
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)]
  const shift = ([x, y]: Metres): Degrees => [(x * sin + y * cos) * metre, (x * cos - y * sin) * wide]
  return {
    /** A street from this place, with this way from one house to the next one on its side. */
    street: (from: Metres, [dx, dy]: Metres): Pick<Street, 'from' | 'step' | 'across'> => {
      const long = Math.hypot(dx, dy)
      const [latitude_shift, longitude_shift] = shift(from)
      return {
        from: [latitude + latitude_shift, longitude + longitude_shift],
        step: shift([dx, dy]),
        across: shift([(dy / long) * street_wide_m, (-dx / long) * street_wide_m]),
      }
    },
    /** An area with these corners, as longitude and latitude. */
    area: (corners: Metres[]) =>
      [...corners, ...corners.slice(0, 1)].map(corner => {
        const [north, east] = shift(corner)
        return [Number((longitude + east).toFixed(6)), Number((latitude + north).toFixed(6))]
      }),
  }
}

/** Where a house is: odd numbers are on one side, even ones on the other. */
export function houseAt({ from, step, across }: Street, number: number) {
  const [houses, even] = [Math.floor((number - 1) / 2), number % 2 === 0 ? 1 : 0]
  const at = (axis: 0 | 1) => (from[axis] + houses * step[axis] + even * across[axis]).toFixed(6)
  return { latitude: at(0), longitude: at(1) }
}
