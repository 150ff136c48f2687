import { createStore } from '@mantine/store'

export const paletteState = createStore({ opened: false })

/** The letters typed after the palette was opened and before its field was there. */
let early = ''

export function openPalette() {
  if (paletteState.getState().opened) return
  early = ''
  addEventListener('keydown', keepLetter, true)
  paletteState.setState({ opened: true })
}

export function closePalette() {
  takeEarlyLetters()
  paletteState.setState({ opened: false })
}

/** What was typed so far. From now on the field receives the letters. */
export function takeEarlyLetters() {
  removeEventListener('keydown', keepLetter, true)
  return early
}

/** Without it, the letters would be shortcuts of the page behind. */
function keepLetter(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return
  early += event.key
  event.preventDefault()
  event.stopImmediatePropagation()
}
