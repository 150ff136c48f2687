import { useMediaQuery } from '@mantine/hooks'

/**
 * Whether the window is as narrow as a phone, as `console.css` has it. A sheet of paper is not, although it has fewer pixels. Known at the first
 * rendering, so that nothing moves.
 */
export const useNarrow = () => useMediaQuery('screen and (max-width: 48em)', false, { getInitialValueInEffect: false })

/** Whether the window is as narrow as a tablet, or narrower. */
export const useTabletWidth = () =>
  useMediaQuery('screen and (max-width: 62em)', false, { getInitialValueInEffect: false })
