import { createStore } from '@mantine/store'

export const paletteState = createStore({ opened: false })

export const openPalette = () => paletteState.setState({ opened: true })
export const closePalette = () => paletteState.setState({ opened: false })
