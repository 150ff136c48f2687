import { createStore, useStore } from '@mantine/store'
import { useEffect } from 'react'

// Forms whose text would be lost when they close. Leaving the page and closing a dialog or drawer ask first.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The fields of a form that were typed into, with what they contained before. */
export class TypedFields {
  readonly #before = new Map<Field, string | undefined>()
  /** Whether more than text was changed, such as the order of choices. */
  changed = false

  /** Notes what a field contains before it is typed into. */
  start(target: EventTarget) {
    if (isText(target) && !this.#before.has(target)) this.#before.set(target, target.value)
  }

  /** For a field that had the focus when the form was saved. */
  type(target: EventTarget) {
    if (isText(target) && !this.#before.has(target)) this.#before.set(target, undefined)
  }

  clear() {
    this.#before.clear()
    this.changed = false
  }

  isUnsaved() {
    return this.changed || [...this.#before].some(([field, text]) => field.isConnected && field.value !== text)
  }
}

const isText = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !/^(checkbox|radio|hidden|file|search|button|submit)$/.test(target.type))

const open_forms = new Map<HTMLElement, TypedFields>()

/** Asks before the text of this form is lost. */
export function useUnsavedForm(form: HTMLElement | null, typed: TypedFields) {
  useEffect(() => {
    if (!form) return
    open_forms.set(form, typed)
    return () => void open_forms.delete(form)
  }, [form, typed])
}

/** Whether a form on the page, or within an element, has text that is not saved. */
export const hasUnsaved = (within?: Element) =>
  [...open_forms].some(([form, typed]) => (!within || within.contains(form)) && typed.isUnsaved())

/** Forgets what was typed: the user has chosen to lose it. */
export function discardUnsaved(within?: Element) {
  for (const [form, typed] of open_forms) if (!within || within.contains(form)) typed.clear()
}

const question = createStore<{ leave: (() => void) | undefined }>({ leave: undefined })

/** Calls `leave`, after a question if text within the element would be lost. */
export function askBeforeLosing(within: Element | null, leave: () => void) {
  if (!within || !hasUnsaved(within)) return leave()
  question.setState({
    leave: () => {
      discardUnsaved(within)
      leave()
    },
  })
}

export const useQuestion = () => useStore(question).leave

export const closeQuestion = () => question.setState({ leave: undefined })

const asked = createStore({ open: false })

/** Whether the question is open: then Escape belongs to it. */
export const useAsking = () => useStore(asked).open

export const setAsking = (open: boolean) => asked.setState({ open })
