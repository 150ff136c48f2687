import { useTranslation } from 'react-i18next'
import { useUserName } from './use_mentions.ts'

/** The message of the server about the text of a note. It names a mentioned user by number; the user sees the name. */
export function useNoteError() {
  const { t } = useTranslation('notes')
  const nameOf = useUserName()
  return (message: string | undefined) => {
    const [, id] = /\b(?:user|utilisateur|utilisatrice|personne) (\d+)\b/.exec(message ?? '') ?? []
    return id ? t('mention.refused', { name: nameOf(Number(id)) }) : message
  }
}
