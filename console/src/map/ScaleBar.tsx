import { language } from '../translations/index.ts'
import { metresPerPixel, type View } from './projection.ts'

const longest_px = 110

/** The scale of the map as a round number. */
export function ScaleBar({ view }: { view: View }) {
  const metre = metresPerPixel(view)
  const room = longest_px * metre
  const power = 10 ** Math.floor(Math.log10(room))
  const length = ([5, 2, 1].find(times => times * power <= room) ?? 1) * power
  const unit = length >= 1000 ? 'kilometer' : 'meter'
  const words = new Intl.NumberFormat(language(), { style: 'unit', unit, maximumFractionDigits: 1 })
  return (
    <span className="map-scale">
      {words.format(unit === 'kilometer' ? length / 1000 : length)}
      <span style={{ width: length / metre }} />
    </span>
  )
}
