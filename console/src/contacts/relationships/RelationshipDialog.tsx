import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { errorAt } from '../../components/error_at.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { ContactPicker } from './ContactPicker.tsx'
import { createRelationship, kinds, type NewRelationship } from './data.ts'

interface Props {
  contactId: number
  opened: boolean
  onClose: () => void
}

/** Adds a relationship with another contact. */
export function RelationshipDialog({ contactId, opened, onClose }: Props) {
  const { t } = useTranslation('notes')
  return (
    <Dialog title={t('relationship.add')} opened={opened} onClose={onClose}>
      <RelationshipForm contactId={contactId} onClose={onClose} />
    </Dialog>
  )
}

function RelationshipForm({ contactId, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('notes')
  const [other, setOther] = useState<number>()
  const [kind, setKind] = useState<NewRelationship['kind'] | null>(null)
  const [label, setLabel] = useState('')
  const [checked, setChecked] = useState(false)
  const saving = useSave({
    save: (relationship: NewRelationship) =>
      createRelationship(contactId, relationship).catch(error => {
        if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
        throw errorAt(error, 'body.data.kind', t('relationship.exists'))
      }),
    onSaved: onClose,
    fields: ['contact_id', 'kind', 'label'],
  })
  const blank = kind === 'other' && label.trim() === ''
  const submit = () => {
    setChecked(true)
    if (other === undefined || kind === null || blank) return
    void saving.save({ contact_id: other, kind, label: kind === 'other' ? label.trim() : '' })
  }
  const missing = (is: boolean, text: string) => (checked && is ? text : undefined)
  return (
    <SaveForm saving={saving} onSubmit={submit} noValidate>
      <ContactPicker
        label={t('relationship.contact')}
        value={other}
        onChange={setOther}
        without={[contactId]}
        autoFocus
        error={saving.errors.contact_id ?? missing(other === undefined, t('relationship.choose_contact'))}
      />
      <Select
        label={t('relationship.kind')}
        data={kinds.map(value => ({ value, label: t(`kind.${value}`) }))}
        value={kind}
        allowDeselect={false}
        error={saving.errors.kind ?? missing(kind === null, t('relationship.choose_kind'))}
        onChange={value => setKind(value as NewRelationship['kind'])}
      />
      {kind === 'other' && (
        <TextInput
          label={t('relationship.label')}
          description={t('relationship.label_example')}
          maxLength={100}
          value={label}
          error={saving.errors.label ?? missing(blank, t('relationship.label_missing'))}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
      )}
      <FormActions label={t('relationship.save')} onCancel={onClose} busy={saving.busy} />
    </SaveForm>
  )
}
