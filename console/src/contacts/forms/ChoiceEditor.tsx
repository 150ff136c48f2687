import { ActionIcon, Badge, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { type ClipboardEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteIcon, PlusIcon } from '../../components/icons.tsx'
import { type Choice, moved, newChoice } from './draft.ts'
import { MoveButtons } from './MoveButtons.tsx'

interface Props {
  choices: Choice[]
  error: ReactNode
  onChange: (choices: Choice[]) => void
}

/** The choices of a form. Several lines that are pasted become several choices. */
export function ChoiceEditor({ choices, error, onChange }: Props) {
  const { t } = useTranslation('forms')
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const focusRow = (index: number) =>
    requestAnimationFrame(() => {
      const row = list.current?.querySelectorAll<HTMLInputElement>('input')[index]
      if (row) row.focus()
      else add.current?.focus()
    })
  const replace = (index: number, ...others: Choice[]) =>
    onChange([...choices.slice(0, index), ...others, ...choices.slice(index + 1)])
  const insertAfter = (index: number) => {
    onChange([...choices.slice(0, index + 1), newChoice(''), ...choices.slice(index + 1)])
    focusRow(index + 1)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>, choice: Choice, index: number) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map(line => line.trim())
      .filter(Boolean)
    if (lines.length < 2) return
    event.preventDefault()
    const [first = '', ...rest] = lines
    if (choice.label.trim()) replace(index, choice, ...lines.map(newChoice))
    else replace(index, { ...choice, label: first }, ...rest.map(newChoice))
    focusRow(index + lines.length - 1)
  }
  // A choice that has answers is never deleted: it is archived, and can come back.
  const remove = (choice: Choice, index: number) => {
    if (choice.id !== undefined) return replace(index, { ...choice, archived: !choice.archived })
    replace(index)
    focusRow(Math.max(0, index - 1))
  }
  return (
    <Input.Wrapper label={t('choice_list')} description={t('choices_how')} error={error} labelElement="div">
      <Stack
        gap="xs"
        mt="xs"
        ref={list}
        role="group"
        aria-label={t('choice_list')}
        // The focus comes here after a refused save.
        {...(error && { tabIndex: -1, 'data-save-error': true })}
      >
        {choices.map((choice, index) => {
          const name = choice.label || t('choice', { place: index + 1 })
          return (
            <Group key={choice.key} gap="xs" wrap="nowrap" className="choice-row">
              <TextInput
                flex={1}
                miw={0}
                aria-label={t('choice', { place: index + 1 })}
                value={choice.label}
                maxLength={500}
                disabled={choice.archived}
                rightSection={choice.archived ? <Badge color="gray">{t('archived')}</Badge> : undefined}
                rightSectionWidth={choice.archived ? 96 : undefined}
                onChange={event => replace(index, { ...choice, label: event.currentTarget.value })}
                onPaste={event => paste(event, choice, index)}
                onKeyDown={event => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  insertAfter(index)
                }}
              />
              <MoveButtons
                name={name}
                index={index}
                count={choices.length}
                onMove={to => onChange(moved(choices, index, to))}
              />
              {choice.id === undefined ? (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('remove_choice', { name })}
                  onClick={() => remove(choice, index)}
                >
                  <DeleteIcon />
                </ActionIcon>
              ) : (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  aria-label={t(choice.archived ? 'restore_choice' : 'archive_choice', { name })}
                  onClick={() => remove(choice, index)}
                >
                  {t(choice.archived ? 'restore' : 'archive')}
                </Button>
              )}
            </Group>
          )
        })}
        <Button
          ref={add}
          variant="default"
          w="fit-content"
          leftSection={<PlusIcon />}
          onClick={() => {
            onChange([...choices, newChoice('')])
            focusRow(choices.length)
          }}
        >
          {t('add_choice')}
        </Button>
      </Stack>
    </Input.Wrapper>
  )
}
