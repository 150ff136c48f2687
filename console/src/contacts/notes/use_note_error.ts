import { useTranslation } from 'react-i18next'
import type { FieldErrors } from '../../components/FieldError.tsx'
import { useUserName } from './use_mentions.ts'

/** The message of the server about the text of a note. It names a mentioned user by number; the user sees the name. */
export function useNoteError() {
  const { t } = useTranslation('notes')
  const nameOf = useUserName()
  return (error: FieldErrors[string] | undefined) => {
    const [, id] = /\buser (\d+)\b|\((\d+)\)/.exec(error?.props.message ?? '')?.filter(Boolean) ?? []
    return id ? t('mention.refused', { name: nameOf(Number(id)) }) : error
  }
}
