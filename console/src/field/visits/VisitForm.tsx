import { Button, Chip, Group, Input, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askedForms } from '../../components/form_conditions.ts'
import { AnswerField, type Answers, answersOf } from './AnswerField.tsx'
import type { FieldDoors, Result, ShownDoor, VisitInput } from './doors.ts'
import { recordVisit } from './record_visit.ts'

const common_results: Result[] = ['talked', 'signed', 'come_back', 'refused']
/** Results after which the required questions have an answer. */
const conversations: Result[] = ['talked', 'signed']
const met: Result[] = [...common_results, 'voted', 'not_voted', 'abstention', 'other']
const unmet: Result[] = ['no_access', 'leaflet', 'moved', 'wrong_address', 'deceased']

const parts = ['firstname', 'surname', 'mobile', 'mail'] as const

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
  const [contact, setContact] = useState<Partial<Record<(typeof parts)[number], string>>>({})
  const [comment, setComment] = useState('')
  const [answers, setAnswers] = useState<Answers>({})
  // A double tap must not record two visits.
  const saving = useRef(false)
  const [fault, setFault] = useState<string>()
  const neighbours = kept.neighbours.filter(({ address_id, name }) => address_id === door.id && name)
  const all_forms = kept.action.forms.filter(({ kind, refvalues }) => kind !== 'custom_fields' && refvalues.length > 0)
  // A text counts as an answer with the one value of its form.
  const forms = askedForms(all_forms, ({ id, type, refvalues }) => {
    const given = answers[id] ?? []
    const chosen = type === 'radio' || type === 'select' || type === 'checkbox'
    return chosen ? given.map(Number) : refvalues.slice(0, given.length).map(value => value.id)
  })
  const isMet = result === undefined || met.includes(result)

  /** The visit as it is sent, or what keeps it from being recorded. */
  const read = (result: Result): VisitInput | string => {
    const filled = Object.fromEntries(Object.entries(contact).filter(([, text]) => text.trim()))
    const isNew = isMet && who === 'new'
    if (isNew && Object.keys(filled).length === 0) return t('form.name_needed')
    const formdatas = isMet ? answersOf(forms, answers) : []
    if (formdatas === undefined) return t('form.not_a_number')
    const missing = forms.find(({ id, required_at_door }) => required_at_door && !answers[id]?.length)
    if (conversations.includes(result) && missing) return t('form.answer_needed', { form: missing.label })
    return {
      result,
      ...(comment.trim() && { comment: comment.trim() }),
      ...(formdatas.length > 0 && { formdatas }),
      ...(isNew && { contact: filled }),
      ...(isMet && Number(who) > 0 && { contact_id: Number(who) }),
    }
  }
  const save = async () => {
    if (!result || saving.current) return
    const visit = read(result)
    if (typeof visit === 'string') return setFault(visit)
    saving.current = true
    saving.current = await recordVisit(kept.action_id, [door], visit, onUndo)
    if (saving.current) onDone()
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="lg" pb="md">
        <Input.Wrapper label={t('form.result')} labelElement="div">
          <Chip.Group value={result ?? ''} onChange={value => setResult(value as Result)}>
            <Group gap="xs" mt={4} role="radiogroup" aria-label={t('form.result')}>
              {(other ? [...met, ...unmet] : common_results).map(one => (
                <Chip key={one} value={one} size="md" className="field-chip">
                  {t(`result.${one}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
        {isMet && (
          <>
            <Input.Wrapper label={t('form.who')} labelElement="div">
              <Chip.Group value={who} onChange={value => setWho(value as string)}>
                <Group gap="xs" mt={4} role="radiogroup" aria-label={t('form.who')}>
                  {neighbours.map(({ id, name, left_alone }) => (
                    <Chip key={id} value={String(id)} size="md" className="field-chip">
                      {left_alone ? `${name} (${t('form.left_alone')})` : name}
                    </Chip>
                  ))}
                  <Chip value="new" size="md" className="field-chip">
                    {t('form.new_person')}
                  </Chip>
                  <Chip value="unnamed" size="md" className="field-chip">
                    {t('form.unnamed')}
                  </Chip>
                </Group>
              </Chip.Group>
            </Input.Wrapper>
            {who === 'new' && (
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                {parts.map(part => (
                  <TextInput
                    key={part}
                    size="md"
                    label={t(`form.${part}`)}
                    type={part === 'mobile' ? 'tel' : part === 'mail' ? 'email' : 'text'}
                    autoComplete="off"
                    maxLength={200}
                    value={contact[part] ?? ''}
                    onChange={({ currentTarget }) => setContact(now => ({ ...now, [part]: currentTarget.value }))}
                  />
                ))}
              </SimpleGrid>
            )}
            {forms.map(form => (
              <AnswerField
                key={form.id}
                form={form}
                value={answers[form.id] ?? []}
                onChange={value => setAnswers(now => ({ ...now, [form.id]: value }))}
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
        {fault && (
          <Text c="error" role="alert">
            {fault}
          </Text>
        )}
        <Button type="submit" size="lg" disabled={!result} fullWidth>
          {t('form.save')}
        </Button>
      </Stack>
    </form>
  )
}
