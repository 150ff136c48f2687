import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { formatDay, formatMoney, formatNumber } from '../../components/formats.ts'
import { useMe } from '../../use_me.ts'
import { currencyQuery, formsQuery } from '../contacts/data.ts'
import { attributeOf, type genders, type memberships, type Operator, recent } from './attributes.ts'
import type { Condition } from './query.ts'

/** Puts a condition into words. */
export function useConditionText() {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const { data: forms = [] } = useQuery({ ...formsQuery, enabled: may('forms:read') })
  const { data: currency = 'EUR' } = useQuery({ ...currencyQuery, enabled: may('finance:read', 'catalogue:read') })

  return (condition: Condition): string => {
    const { attr, ope, value } = condition
    const known = attributeOf(attr)
    if (!known) return `${attr} ${ope} ${String(value ?? '')}`
    const form = forms.find(({ id }) => id === condition.form_id)
    const label = known.kind === 'form' ? (form?.label ?? t('attr.form')) : t(`attr.${known.attr}`)
    if (known.kind === 'flag') return value === true ? label : t('is_not', { attr: label })
    const said = (one: string | number): string => {
      const text = String(one)
      if (known.kind === 'membership') return t(`membership.${text as (typeof memberships)[number]}`)
      if (known.kind === 'gender') return t(`gender.${text as (typeof genders)[number]}`)
      if (known.kind === 'money') return formatMoney(Number(one), currency)
      if (typeof one === 'number') return formatNumber(one)
      if ((recent as readonly string[]).includes(text)) return t(`recent.${text as (typeof recent)[number]}`)
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : text
    }
    const values = [value ?? []].flat().filter(one => typeof one !== 'boolean') as (string | number)[]
    const texts = [...values.map(said), ...labelsOf(form, condition.form_ref_ids)]
    const dated = known.kind === 'day' && (ope === 'gte' || ope === 'lte')
    return t(`ope.${dated ? (ope === 'gte' ? 'since' : 'until') : (ope as Operator)}`, {
      attr: label,
      value: texts.join(', '),
    })
  }
}

const labelsOf = (form: Form | undefined, ids: number[] = []) =>
  ids.map(id => form?.refvalues.find(value => value.id === id)?.label ?? `#${id}`)
