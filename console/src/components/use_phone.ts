import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is as narrow as that of a phone; `console.css` uses the same width. */
export const usePhone = () => useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
