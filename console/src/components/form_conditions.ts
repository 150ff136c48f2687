import type { Form } from '../api.ts'

/** What conditions need of a form; a copy stored on a phone may be older than they are. */
export interface ConditionalForm {
  id: number
  condition?: Form['condition']
}

/**
 * Whether the form is asked: it has no condition, or the other form has one of the answers. `chosen` has the ids of the values chosen in a form, or
 * undefined for a form that is not asked here; a condition on such a form does not count.
 */
export function isAsked(form: ConditionalForm, chosen: (form_id: number) => readonly number[] | undefined): boolean {
  if (!form.condition) return true
  const { form_id, form_ref_ids } = form.condition
  const given = chosen(form_id)
  if (given === undefined) return true
  return form_ref_ids.length === 0 ? given.length > 0 : form_ref_ids.some(id => given.includes(id))
}

/** The forms that are asked. A form whose own condition does not hold counts as not answered. */
export function askedForms<Asked extends ConditionalForm>(
  forms: readonly Asked[],
  answers: (form: Asked) => readonly number[],
): Asked[] {
  const byId = new Map(forms.map(form => [form.id, form]))
  const isShown = (form: Asked, above: number): boolean =>
    isAsked(form, id => {
      const other = byId.get(id)
      if (!other || above > chain_max) return undefined
      return isShown(other, above + 1) ? answers(other) : []
    })
  return forms.filter(form => isShown(form, 0))
}

const chain_max = 10
