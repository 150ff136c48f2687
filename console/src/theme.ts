import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import type { SyntheticEvent } from 'react'
import { filterOptions, takeFirstOption } from './components/filter_options.ts'

// Dark enough for white text at every size (WCAG AA), light enough to be calm.
const moss: MantineColorsTuple = [
  '#e6faf2',
  '#cdf3e3',
  '#9be6c6',
  '#66d8a8',
  '#3ccd8f',
  '#22a875',
  '#12895c',
  '#0b7a50',
  '#077149',
  '#045c3a',
]

// The next field stays in sight when a user goes from one to the other by keyboard.
const typed_options = { openOnFocus: false, filter: filterOptions }

const selectText = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => {
  if (!input.readOnly && input.ariaExpanded !== 'true') input.select()
}
// What is typed replaces the chosen option, and does not continue its text.
const replaced_when_typed = { onFocus: selectText, onClick: selectText }

export const theme = createTheme({
  primaryColor: 'moss',
  primaryShade: { light: 8, dark: 8 },
  colors: { moss },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, sans-serif',
  headings: { fontWeight: '700' },
  components: {
    Drawer: { defaultProps: { position: 'right', size: 'lg', overlayProps: { backgroundOpacity: 0.4 } } },
    Modal: { defaultProps: { centered: true } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: true } } },
    // Overlays belong to the main landmark, and a menu contains nothing but its items.
    Popover: { defaultProps: { portalProps: { target: '#overlays' } } },
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false },
      // Mantine colours the text of an item with shade 6 in both schemes, which has too little contrast in each.
      styles: { item: { '--mantine-color-red-6': 'var(--mantine-color-red-light-color)' } },
    },
    // A closed list of options is not in the page: placing it would take longer than drawing the rows of a list.
    Combobox: { defaultProps: { keepMounted: false } },
    // Choosing the chosen option again keeps it: a button empties the field.
    Select: {
      defaultProps: {
        ...typed_options,
        ...replaced_when_typed,
        onKeyDownCapture: takeFirstOption('one'),
        allowDeselect: false,
      },
    },
    MultiSelect: { defaultProps: { ...typed_options, onKeyDownCapture: takeFirstOption('several') } },
    TagsInput: { defaultProps: { filter: filterOptions } },
    Badge: { defaultProps: { variant: 'light', tt: 'none' } },
  },
})

/** Mantine's greys and light variants have too little contrast on white; these reach 4.5:1. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#52606b',
    '--mantine-color-placeholder': '#66727c',
    '--mantine-color-error': '#b42318',
    '--mantine-color-red-text': '#b42318',
    '--mantine-color-anchor': '#045c3a',
    '--mantine-color-moss-light-color': '#045c3a',
    '--mantine-color-red-light-color': '#a11b12',
    '--mantine-color-orange-light-color': '#8a3c00',
    '--mantine-color-yellow-light-color': '#6b4d00',
    '--mantine-color-blue-light-color': '#0b4f8a',
    '--mantine-color-gray-light-color': '#3f4a54',
    '--mantine-color-green-light-color': '#0b5c2a',
  },
  dark: {
    '--mantine-color-dimmed': '#a7b2bb',
    '--mantine-color-placeholder': '#98a3ac',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-red-text': '#ff8a80',
    '--mantine-color-anchor': '#66d8a8',
    '--mantine-color-moss-light-color': '#7fe0b6',
    // Mantine's light variants look alike: a delete button must differ from a save button.
    '--mantine-color-red-light-color': '#ffb3b3',
    '--mantine-color-orange-light-color': '#ffc78a',
    '--mantine-color-yellow-light-color': '#ffe28a',
    '--mantine-color-blue-light-color': '#a9d6ff',
    '--mantine-color-green-light-color': '#9be8ab',
  },
})
