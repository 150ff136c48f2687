import { Button, Chip, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionForm } from '../../api.ts'
import { askedForms } from '../../components/form_conditions.ts'
import { halfDates } from '../../components/half_dates.ts'
import { TypedFields, useUnsavedForm } from '../../components/unsaved.ts'
import { AnswerField } from './AnswerField.tsx'
import { type Answers, isChoice } from './answers.ts'
import { ChipField } from './ChipField.tsx'
import type { FieldDoors, Result, ShownDoor } from './doors.ts'
import { recordVisit } from './record_visit.ts'
import {
  all_results,
  type ContactParts,
  common_results,
  contact_parts,
  formField,
  isMet,
  readVisit,
  type VisitErrors,
} from './visit_input.ts'

interface Props {
  kept: FieldDoors
  door: ShownDoor
  other: boolean
  onDone: () => void
  onUndo: () => void
}

export function VisitForm({ kept, door, other, onDone, onUndo }: Props) {
  const { t } = useTranslation('field')
  const [result, setResult] = useState<Result | undefined>(other ? undefined : 'talked')
  const [who, setWho] = useState('unnamed')
  const [contact, setContact] = useState<ContactParts>({})
  const [comment, setComment] = useState('')
  const [answers, setAnswers] = useState<Answers>({})
  // A double tap must not record two visits.
  const saving = useRef(false)
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  const [typed] = useState(() => new TypedFields())
  useUnsavedForm(form, typed)
  const { errors, refuse, correct } = useVisitErrors(form)
  const neighbours = kept.neighbours.filter(({ address_id, name }) => address_id === door.id && name)
  const all_forms = kept.action.forms.filter(({ kind, refvalues }) => kind !== 'custom_fields' && refvalues.length > 0)
  // A text counts as an answer with the one value of its form.
  const asked = askedForms(all_forms, one => {
    if (who === 'unnamed' && isConsent(one)) return []
    const given = answers[one.id] ?? []
    return isChoice(one) ? given.map(Number) : one.refvalues.slice(0, given.length).map(value => value.id)
  })
  // Consents come directly after the person who gives them; without a person there is nobody to give one.
  const consents = who === 'unnamed' ? [] : asked.filter(isConsent)
  const forms = [...consents, ...asked.filter(one => !isConsent(one))]
  const save = async () => {
    if (saving.current) return
    const read = readVisit({ result, who, contact, comment, answers, half_dates: halfDates(form) }, forms)
    if ('errors' in read) return refuse(read.errors)
    saving.current = true
    saving.current = await recordVisit(kept.action_id, [door], read.visit, onUndo)
    if (!saving.current) return
    typed.clear()
    onDone()
  }
  const chips = (options: { value: string; label: string }[]) =>
    options.map(({ value, label }) => (
      <Chip key={value} value={value} size="md" className="field-chip">
        {label}
      </Chip>
    ))

  return (
    <form
      ref={setForm}
      noValidate
      className="visit-form"
      onChange={() => {
        typed.changed = true
      }}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="lg" pb="md">
        <ChipField label={t('form.result')} error={errors['result']}>
          <Chip.Group
            value={result ?? ''}
            onChange={value => {
              setResult(value as Result)
              correct()
            }}
          >
            {chips(
              (other ? all_results : common_results).map(value => ({
                value,
                label: t(`result.${value}`),
              })),
            )}
          </Chip.Group>
        </ChipField>
        {isMet(result) && (
          <>
            <ChipField label={t('form.who')}>
              <Chip.Group
                value={who}
                onChange={value => {
                  setWho(value as string)
                  correct(...contact_parts)
                }}
              >
                {chips([
                  ...neighbours.map(({ id, name, left_alone }) => ({
                    value: String(id),
                    label: left_alone ? `${name} (${t('form.left_alone')})` : name,
                  })),
                  { value: 'new', label: t('form.new_person') },
                  { value: 'unnamed', label: t('form.unnamed') },
                ])}
              </Chip.Group>
            </ChipField>
            {who === 'new' && (
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                {contact_parts.map(part => (
                  <TextInput
                    key={part}
                    size="md"
                    label={t(`form.${part}`)}
                    type={part === 'mobile' ? 'tel' : part === 'mail' ? 'email' : 'text'}
                    autoComplete="off"
                    maxLength={200}
                    value={contact[part] ?? ''}
                    error={errors[part]}
                    onChange={({ currentTarget }) => {
                      setContact(now => ({ ...now, [part]: currentTarget.value }))
                      correct(part, 'firstname')
                    }}
                  />
                ))}
              </SimpleGrid>
            )}
            {forms.map(one => (
              <AnswerField
                key={one.id}
                form={one}
                value={answers[one.id] ?? []}
                error={errors[formField(one.id)]}
                onChange={value => {
                  setAnswers(now => ({ ...now, [one.id]: value }))
                  correct(formField(one.id), ...contact_parts)
                }}
              />
            ))}
          </>
        )}
        <Textarea
          size="md"
          label={t('form.comment')}
          description={t('form.comment_hint')}
          autosize
          minRows={2}
          maxLength={5000}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <Button type="submit" size="lg" fullWidth>
          {t('form.save')}
        </Button>
      </Stack>
    </form>
  )
}

const isConsent = ({ kind }: ActionForm) => kind === 'consent'

/** Errors by field. After a refusal the focus goes to the first wrong field; a field that is changed loses its error. */
function useVisitErrors(form: HTMLFormElement | null) {
  const [{ errors, refused }, set] = useState<{ errors: VisitErrors; refused: number }>({ errors: {}, refused: 0 })
  useEffect(() => {
    if (refused === 0) return
    const wrong = form?.querySelector<HTMLElement>('[data-wrong], [aria-invalid=true]')
    const target = wrong?.matches('input') ? wrong : (wrong?.querySelector<HTMLElement>('input') ?? wrong)
    target?.focus()
    wrong?.scrollIntoView({ block: 'center' })
  }, [form, refused])
  return {
    errors,
    refuse: (errors: VisitErrors) => set(({ refused }) => ({ errors, refused: refused + 1 })),
    /** Removes the errors of these fields, or all. */
    correct: (...fields: string[]) =>
      set(now => ({
        ...now,
        errors:
          fields.length === 0
            ? {}
            : Object.fromEntries(Object.entries(now.errors).filter(([field]) => !fields.includes(field))),
      })),
  }
}
