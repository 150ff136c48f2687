import type { Form } from '../../api.ts'
import { parseMoney } from '../../components/amounts.ts'
import { moneyInputText } from '../../components/formats.ts'
import type { AttributeName, Kind, Operator } from './attributes.ts'
import type { Condition } from './filter_tree.ts'

/** What the form holds: one text, or the values that were chosen. */
export type FilterInput = string | string[]

/** What the form shows of a condition. */
export function firstValue(condition: Condition | undefined, kind: Kind, currency: string): FilterInput {
  const { value, form_ref_ids } = condition ?? {}
  if (form_ref_ids?.length) return form_ref_ids.map(String)
  if (Array.isArray(value)) return value.map(String)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (kind === 'money' && typeof value === 'number') return moneyInputText(value, currency)
  return value === undefined ? '' : String(value)
}

interface Parts {
  attr: AttributeName
  kind: Kind
  ope: Operator
  form: Form | undefined
  value: FilterInput
  currency: string
}

/** The condition as the server takes it, or undefined while something is missing. */
export function conditionFrom(parts: Parts): Condition | undefined {
  const { attr, kind, ope, value } = parts
  if (kind === 'form') return formCondition(parts)
  if (kind === 'flag') return { attr, ope, value: value !== 'no' }
  if (takesNoValue(ope)) return { attr, ope }
  if (Array.isArray(value)) return value.length > 0 ? { attr, ope, value } : undefined
  const read = readValue(value.trim(), parts)
  return read === undefined ? undefined : { attr, ope, value: read }
}

const takesNoValue = (ope: Operator) => ope === 'ext' || ope === 'not_ext'

function formCondition({ attr, ope, form, value }: Parts): Condition | undefined {
  if (!form) return undefined
  const about = { attr: form.kind === 'custom_fields' ? 'custom_fields' : attr, ope, form_id: form.id }
  if (takesNoValue(ope)) return about
  if (Array.isArray(value)) return value.length > 0 ? { ...about, form_ref_ids: value.map(Number) } : undefined
  if (value === '') return undefined
  return { ...about, value: form.type === 'numeric' ? Number(value) : value }
}

function readValue(text: string, { kind, currency }: Parts) {
  if (kind === 'money') return parseMoney(text, currency)
  if (text === '') return undefined
  return kind === 'count' ? Number(text) : text
}
