import type { MouseEvent } from 'react'

// A click anywhere on a row does what a click on its name does. The name stays the only control, for keyboards and screen readers.

const opener = '.open, .record-link'
const controls = 'a, button, input, select, textarea, label, summary'
const middle_button = 1

/** For the body of a table, or for a list, whose rows have a link or button that opens them. */
export const rowClicks = {
  'data-opens-rows': true,
  onClick: (event: MouseEvent<HTMLElement>) => {
    const name = nameUnder(event)
    // At the end of a selection of text, the browser sends a click too.
    if (!name || getSelection()?.type === 'Range') return
    if ((event.ctrlKey || event.metaKey) && name instanceof HTMLAnchorElement) openInTab(name)
    else name.click()
  },
  onAuxClick: (event: MouseEvent<HTMLElement>) => {
    const name = event.button === middle_button ? nameUnder(event) : undefined
    if (name instanceof HTMLAnchorElement) openInTab(name)
  },
  onMouseDown: (event: MouseEvent<HTMLElement>) => {
    // The middle button would start scrolling.
    if (event.button === middle_button && nameUnder(event) instanceof HTMLAnchorElement) event.preventDefault()
  },
}

/** The name of the row that was clicked; undefined for a click on a control, and in a dialog that belongs to the row. */
function nameUnder({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return undefined
  const row = target.closest('tr, li')
  const control = target.closest(controls)
  if (!row || (control && row.contains(control))) return undefined
  return row.querySelector<HTMLElement>(opener) ?? undefined
}

const openInTab = ({ href }: HTMLAnchorElement) => void window.open(href, '_blank', 'noopener')
