import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone, as `console.css` has it. Known at the first rendering, so that nothing moves. */
export const useNarrow = () => useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
