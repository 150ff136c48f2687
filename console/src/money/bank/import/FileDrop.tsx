import { useTranslation } from 'react-i18next'
import { DropZone } from '../../../components/DropZone.tsx'

const accepted = '.xml,.zip,.sta,.mt940,.940,.txt,.ofx,.qfx,.csv,.tsv'

/** Takes a file of a bank by drop or choice. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('bank')
  return (
    <DropZone
      title={t('import.drop')}
      hint={t('import.formats')}
      button={t('import.choose')}
      accept={accepted}
      onFile={onFile}
    />
  )
}
