import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { formatDay, formatMoney, formatNumber } from '../../components/formats.ts'
import { useMe } from '../../use_me.ts'
import { currencyQuery, formsQuery } from '../contacts/data.ts'
import { type Attribute, attributeOf, genders, type Kind, memberships, type Operator, recent } from './attributes.ts'
import type { Condition } from './filter_tree.ts'

/** Describes a condition in words. */
export function useConditionText() {
  const { t } = useTranslation(['contacts', 'forms'])
  const { may } = useMe()
  const { data: forms = [] } = useQuery({ ...formsQuery, enabled: may('forms:read') })
  const valueText = useValueText()

  return (condition: Condition): string => {
    const { attr, ope, value } = condition
    const attribute = attributeOf(attr)
    if (!attribute) return `${attr} ${ope} ${String(value ?? '')}`
    const form = forms.find(({ id }) => id === condition.form_id)
    const label = attribute.kind === 'form' ? (form?.label ?? t('attr.form')) : t(`attr.${attribute.attr}`)
    if (attribute.kind === 'flag') return value === true ? label : t('is_not', { attr: label })
    const values = [value ?? []].flat().filter(one => typeof one !== 'boolean')
    const texts = [...values.map(one => valueText(one, attribute.kind)), ...labelsOf(form, condition.form_ref_ids)]
    const text = operatorText(ope, attribute, { attr: label, value: texts.join(', ') })
    const { before_version: version } = condition
    return version === undefined ? text : `${text} ${t('before_version', { ns: 'forms', version })}`
  }

  /** Other programs also save operators that the console does not offer, such as not_contains. */
  function operatorText(ope: string, attribute: Attribute, words: { attr: string; value: string }) {
    const negated = ope.startsWith('not_') && ope !== 'not_ext'
    const text = t(`ope.${wordOf(negated ? ope.slice('not_'.length) : ope, attribute)}`, words)
    return negated ? t('is_not', { attr: text }) : text
  }
}

/** Of dates, “at least” reads as “since”. */
function wordOf(given: string, { kind }: Attribute) {
  const ope = given.replace(/:.*$/, '')
  if (kind === 'day' && ope === 'gte') return 'since'
  return kind === 'day' && ope === 'lte' ? 'until' : (ope as Operator)
}

export function useValueText() {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const { data: currency = 'EUR' } = useQuery({ ...currencyQuery, enabled: may('finance:read', 'catalogue:read') })
  return (value: string | number, kind: Kind): string => {
    if (kind === 'money') return formatMoney(Number(value), currency)
    if (typeof value === 'number') return formatNumber(value)
    return namedText(value, kind) ?? (/^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value)
  }

  /** The text of a value that has a name: a membership, a gender or a relative date. */
  function namedText(value: string, kind: Kind) {
    const membership = memberships.find(name => kind === 'membership' && name === value)
    if (membership) return t(`membership.${membership}`)
    const gender = genders.find(name => kind === 'gender' && name === value)
    if (gender) return t(`gender.${gender}`)
    const span = recent.find(name => name === value)
    return span && t(`recent.${span}`)
  }
}

export const labelsOf = (form: Form | undefined, ids: number[] = []) =>
  ids.map(id => form?.refvalues.find(value => value.id === id)?.label ?? `#${id}`)
