import { ActionIcon, Avatar, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PersonName } from '../../api.ts'
import { fullName } from '../../components/formats.ts'
import { CloseIcon } from '../../components/icons.tsx'
import '../notes/notes.css'

interface Props {
  person: PersonName
  detail?: string | undefined
  onRemove: (() => void) | undefined
  removeLabel: string
  /** Without a link, such as in a form that would be lost. */
  plain?: boolean
}

/** Another contact beside this one, with a link to their page. */
export function PersonRow({ person, detail, onRemove, removeLabel, plain }: Props) {
  const { t } = useTranslation('notes')
  const { id, firstname, surname } = person
  const name = fullName(person) || t('task.contact_number', { id })
  return (
    <li className="person-row">
      <Avatar size={28} radius="xl" color="blue" aria-hidden>
        {`${firstname.charAt(0)}${surname.charAt(0)}`.toUpperCase()}
      </Avatar>
      <div className="person-text">
        {plain ? (
          <Text size="sm" className="breaking">
            {name}
          </Text>
        ) : (
          <Link to="/contacts/$id" params={{ id: String(id) }} className="record-link">
            {name}
          </Link>
        )}
        {detail && (
          <Text size="xs" c="dimmed" className="breaking">
            {detail}
          </Text>
        )}
      </div>
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={removeLabel} onClick={onRemove}>
          <CloseIcon size={14} />
        </ActionIcon>
      )}
    </li>
  )
}
