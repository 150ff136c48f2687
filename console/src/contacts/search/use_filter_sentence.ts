import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { language } from '../../translations/index.ts'
import { useMe } from '../../use_me.ts'
import { formsQuery } from '../contacts/data.ts'
import { type Attribute, attributeOf, memberships } from './attributes.ts'
import { type Condition, type FilterNode, type FilterPart, groupOf, isGroupNode, isNegated } from './filter_tree.ts'
import { labelsOf, useValueText } from './use_condition_text.ts'

/**
 * Describes a whole filter as a sentence: “Lives in Lyon and (has a mobile number or has a landline number)”. A negated group reads as its conditions,
 * each negated: “none of a and b” is “not a and not b”.
 */
export function useFilterSentence() {
  const phrase = useConditionPhrase()
  const lists = { and: listFormat('conjunction'), or: listFormat('disjunction') }

  const describe = (node: FilterNode, inside: boolean, inverted: boolean): string => {
    if (!isGroupNode(node)) return phrase(node.condition, node.negated !== inverted)
    const { mode, parts } = node
    const opposite = isNegated(mode) !== inverted
    const texts = parts
      .filter(part => !isGroupNode(part) || part.parts.length > 0)
      .map(part => describe(part, true, opposite))
    const isAny = mode === 'any' || mode === 'none'
    const list = lists[isAny === opposite ? 'and' : 'or'](texts)
    return inside && texts.length > 1 ? `(${list})` : list
  }
  return (where: FilterPart[]) => {
    const text = describe(groupOf(where), false, false)
    return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1)
  }
}

// The word stands between all: “a and b and c” is clearer next to groups than “a, b and c”.
function listFormat(type: 'conjunction' | 'disjunction') {
  const [, word] = new Intl.ListFormat(language(), { type }).formatToParts(['a', 'b'])
  return (texts: string[]) => texts.join(word?.value ?? ' ')
}

/** Describes a condition, or its opposite, as a part of a sentence about a contact. */
function useConditionPhrase() {
  const { t } = useTranslation(['contacts', 'forms'])
  const { may } = useMe()
  const { data: forms = [] } = useQuery({ ...formsQuery, enabled: may('forms:read') })
  const valueText = useValueText()

  return (condition: Condition, inverted: boolean): string => {
    const attribute = attributeOf(condition.attr)
    const form = forms.find(({ id }) => id === condition.form_id)
    const { ope, opposite } = plainOperator(condition)
    const sign = opposite === inverted ? 'is' : 'not'
    const values = [condition.value ?? []].flat().filter(one => typeof one !== 'boolean')
    const texts = [
      ...values.map(one => (attribute ? valueText(one, attribute.kind) : String(one))),
      ...labelsOf(form, condition.form_ref_ids),
    ]
    const value = ope === 'all_of' ? listFormat('conjunction')(texts) : listFormat('disjunction')(texts)
    const special = attribute && specialPhrase(attribute, ope, condition)
    if (special) return t(`filters.${sign}.${special}`, { value })
    const attr = labelOf(attribute, condition, form?.label)
    const text = t(`filters.${sign}.${wordOf(ope, attribute)}`, { attr, value })
    const { before_version: version } = condition
    return version === undefined ? text : `${text} ${t('before_version', { ns: 'forms', version })}`
  }

  function labelOf(attribute: Attribute | undefined, condition: Condition, form: string | undefined) {
    if (!attribute) return condition.attr
    if (attribute.kind === 'form') return form ? t('filters.quoted', { text: form }) : t('attr.form')
    const label = t(`attr.${attribute.attr}`)
    return label.charAt(0).toLocaleLowerCase(language()) + label.slice(1)
  }
}

const operators = ['contains', 'eql', 'start_with', 'any_of', 'all_of', 'ext', 'gte', 'lte'] as const
type PlainOperator = (typeof operators)[number]

/** The operator without its negation. */
function plainOperator({ ope, value }: Condition): { ope: PlainOperator; opposite: boolean } {
  const opposite = ope.startsWith('not_') || ope === 'none_of' || value === false
  const plain = ope === 'none_of' ? 'any_of' : ope.replace(/^not_/, '').replace(/:.*$/, '')
  return { ope: operators.find(name => name === plain) ?? 'eql', opposite }
}

/** Conditions that have a phrase of their own. */
function specialPhrase({ attr, kind }: Attribute, ope: PlainOperator, { value }: Condition) {
  if (kind === 'flag') return `flag_${attr as 'mobile_invalid' | 'phone_invalid' | 'black_list'}` as const
  if (attr === 'city' && ope === 'eql') return 'city'
  if (attr === 'tags' && ope !== 'ext') return ope === 'all_of' ? 'tags_all' : 'tags'
  if (ope === 'ext' && (attr === 'mobile' || attr === 'phone' || attr === 'any_phone' || attr === 'mail'))
    return `has_${attr}` as const
  const [state, ...others] = [value ?? []].flat()
  const membership = memberships.find(name => name === state)
  return kind === 'membership' && membership && others.length === 0 ? (`membership_${membership}` as const) : undefined
}

/** Of dates, “at least” reads as “since”. */
function wordOf(ope: PlainOperator, attribute: Attribute | undefined) {
  if (attribute?.kind !== 'day') return ope
  return ope === 'gte' ? 'since' : ope === 'lte' ? 'until' : ope
}
