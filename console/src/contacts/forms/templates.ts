import type { TFunction } from 'i18next'
import type { FormKind } from './data.ts'
import { emptyDraft, type FormDraft, newChoice } from './draft.ts'

export const templates = ['newsletter', 'short_survey', 'own_field'] as const
export type Template = (typeof templates)[number]

/** A new form of a kind, or one that a template fills in. */
export function draftFrom(from: FormKind | Template | undefined, t: TFunction<'forms'>): FormDraft {
  switch (from) {
    case 'newsletter':
      return {
        ...emptyDraft('consent', 'radio'),
        label: t('template.newsletter.label'),
        text: t('template.newsletter.text'),
        choices: [newChoice(t('template.yes')), newChoice(t('template.no'))],
      }
    case 'short_survey':
      return {
        ...emptyDraft('survey', 'checkbox'),
        label: t('template.short_survey.label'),
        help: t('template.short_survey.help'),
        choices: t('template.short_survey.choices').split('\n').map(newChoice),
      }
    case 'own_field':
      return { ...emptyDraft('custom_fields', 'text'), label: t('template.own_field.label') }
    default:
      return {
        ...emptyDraft(from ?? 'survey', from === 'custom_fields' ? 'text' : 'radio'),
        choices: from === 'consent' ? [newChoice(t('template.yes')), newChoice(t('template.no'))] : [newChoice('')],
      }
  }
}
