/** Where a key works. */
export type KeyPlace = 'everywhere' | 'home' | 'lists' | 'records' | 'tasks' | 'duplicates' | 'bank' | 'map'

interface KeyRow {
  /** Its text is `keys.<name>`. */
  name: string
  /** As they are printed on the keyboard; several alternatives are separated by a slash with spaces. */
  keys: string
  /** As the browser names them. */
  events: readonly string[]
  where: KeyPlace
}

/** Every key of the console. A key that is used and not listed here fails a test. */
export const keyTable = [
  { name: 'palette', keys: 'Ctrl K', events: ['k', '/'], where: 'everywhere' },
  { name: 'create', keys: 'C', events: ['c'], where: 'everywhere' },
  { name: 'close', keys: 'Esc', events: ['Escape'], where: 'everywhere' },
  { name: 'help', keys: '?', events: ['?'], where: 'everywhere' },
  { name: 'next', keys: 'J', events: ['j'], where: 'lists' },
  { name: 'previous', keys: 'K', events: ['k'], where: 'lists' },
  { name: 'open', keys: 'Enter', events: ['Enter'], where: 'lists' },
  { name: 'select', keys: 'X', events: ['x'], where: 'lists' },
  { name: 'range', keys: 'Shift X', events: ['X'], where: 'lists' },
  { name: 'print', keys: 'Ctrl P', events: ['p'], where: 'lists' },
  { name: 'edit', keys: 'E', events: ['e'], where: 'records' },
  { name: 'bold', keys: 'Ctrl B', events: ['b'], where: 'records' },
  { name: 'note', keys: 'N', events: ['n'], where: 'records' },
  { name: 'tag', keys: 'T', events: ['t'], where: 'records' },
  { name: 'next_record', keys: 'J', events: ['j'], where: 'records' },
  { name: 'previous_record', keys: 'K', events: ['k'], where: 'records' },
  { name: 'visit', keys: 'V', events: ['v'], where: 'records' },
  { name: 'queue', keys: '1–9', events: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], where: 'home' },
  { name: 'snooze', keys: 'H', events: ['h'], where: 'home' },
  { name: 'done', keys: 'X', events: ['x'], where: 'tasks' },
  { name: 'merge', keys: 'M', events: ['m'], where: 'duplicates' },
  { name: 'different', keys: 'D', events: ['d'], where: 'duplicates' },
  { name: 'all_different', keys: 'Shift D', events: ['d'], where: 'duplicates' },
  { name: 'swap', keys: 'S', events: ['s'], where: 'duplicates' },
  { name: 'undo', keys: 'Z', events: ['z'], where: 'duplicates' },
  { name: 'next_line', keys: 'J', events: ['j'], where: 'bank' },
  { name: 'previous_line', keys: 'K', events: ['k'], where: 'bank' },
  { name: 'accept', keys: 'Enter', events: ['Enter'], where: 'bank' },
  { name: 'certain', keys: 'Shift Enter', events: ['Enter'], where: 'bank' },
  { name: 'choose', keys: '1 / 2 / 3', events: ['1', '2', '3'], where: 'bank' },
  { name: 'split', keys: 'S', events: ['s'], where: 'bank' },
  { name: 'ignore', keys: 'I', events: ['i'], where: 'bank' },
  { name: 'undo', keys: 'Z', events: ['z'], where: 'bank' },
  { name: 'find', keys: '/', events: ['/'], where: 'bank' },
  {
    name: 'pan',
    keys: '← / → / ↑ / ↓',
    events: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    where: 'map',
  },
  { name: 'zoom', keys: '+ / −', events: ['+', '=', '-'], where: 'map' },
  { name: 'fit', keys: 'F / 0', events: ['f', '0'], where: 'map' },
  { name: 'area', keys: '[ / ]', events: ['[', ']'], where: 'map' },
  { name: 'list', keys: 'L', events: ['l'], where: 'map' },
  { name: 'undo', keys: 'Ctrl Z', events: ['z'], where: 'map' },
  { name: 'redo', keys: 'Ctrl Shift Z / Ctrl Y', events: ['z', 'y'], where: 'map' },
  { name: 'remove_corner', keys: 'Del', events: ['Delete', 'Backspace'], where: 'map' },
  { name: 'corner', keys: 'Space', events: [' '], where: 'map' },
] as const satisfies readonly KeyRow[]

/** The places on the screen now; the others follow in the list of keys. */
export function placesHere(pathname: string): KeyPlace[] {
  const has = (selector: string) => document.querySelector(selector) !== null
  return [
    ...(pathname === '/' ? (['home'] as const) : []),
    ...(pathname === '/tasks' ? (['tasks'] as const) : []),
    ...(pathname === '/contacts/duplicates' ? (['duplicates'] as const) : []),
    ...(pathname.startsWith('/payments/bank') ? (['bank'] as const) : []),
    ...(has('section.rows') ? (['lists'] as const) : []),
    ...(has('[role=dialog] .record-body') || /^\/(contacts|actions)\/\d+$/.test(pathname)
      ? (['records'] as const)
      : []),
    ...(has('.map') ? (['map'] as const) : []),
    'everywhere',
  ]
}
