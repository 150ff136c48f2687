import { Group, Paper, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Note } from '../../api.ts'
import { formatDateTime, fullName } from '../../components/formats.ts'
import { PinIcon } from '../../components/icons.tsx'
import { NoteActions } from './NoteActions.tsx'
import { NoteText } from './NoteText.tsx'

/** The pinned notes about a contact. Shows nothing if there are none. */
export function PinnedNotes({ notes }: { notes: Note[] }) {
  const { t } = useTranslation('notes')
  if (notes.length === 0) return null
  return (
    <Stack gap="xs" mt="sm" role="group" aria-label={t('note.pinned_list')}>
      {notes.map(note => (
        <NoteCard key={note.id} note={note} />
      ))}
    </Stack>
  )
}

function NoteCard({ note }: { note: Note }) {
  const { t } = useTranslation('notes')
  return (
    <Paper withBorder p="sm" className="note-card">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Group gap={6} wrap="nowrap" align="flex-start" miw={0}>
          <span className="note-pin">
            <PinIcon size={16} />
          </span>
          <div>
            {note.text === '' ? (
              <Text size="sm" c="dimmed">
                {t('note.erased')}
              </Text>
            ) : (
              <NoteText text={note.text} mentions={note.mentions} />
            )}
            <Text size="xs" c="dimmed">
              {t('note.by', { name: fullName(note.user), when: formatDateTime(note.created_at) })}
              {note.edited && ` · ${t('note.edited')}`}
            </Text>
          </div>
        </Group>
        <NoteActions note={note} />
      </Group>
    </Paper>
  )
}
