/** Paper is white: a page is printed in light colours, whatever the screen has. */
export function printLight() {
  const { dataset } = document.documentElement
  let on_screen: string | undefined
  addEventListener('beforeprint', () => {
    on_screen ??= dataset['mantineColorScheme']
    dataset['mantineColorScheme'] = 'light'
  })
  addEventListener('afterprint', () => {
    if (on_screen) dataset['mantineColorScheme'] = on_screen
    on_screen = undefined
  })
}
