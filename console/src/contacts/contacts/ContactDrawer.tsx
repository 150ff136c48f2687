import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRecordDrawer, type OpenRecord } from '../../components/ListRecordDrawer.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactRecord } from './ContactRecord.tsx'
import { rememberList } from './list_position.ts'
import type { Tab } from './search_params.ts'

const route = getRouteApi('/contacts')

interface Props extends OpenRecord<number | 'new'> {
  tab: Tab | undefined
  onTab: (tab: Tab | undefined) => void
}

export function ContactDrawer({ tab, onTab, ...props }: Props) {
  const { t } = useTranslation('contacts')
  const { open, onOpen, onClose } = props
  const search = route.useSearch()
  // The page of a contact walks through this list.
  useEffect(() => rememberList(search), [search])
  return (
    <ListRecordDrawer
      title={t(open === 'new' ? 'create' : 'one')}
      actionsOf={id => (
        <Button component={Link} to={`/contacts/${id}`} variant="subtle" size="compact-sm">
          {t('full_page')}
        </Button>
      )}
      createForm={<ContactForm name={search.name} onDone={onOpen} onCancel={onClose} />}
      {...props}
    >
      {id => <ContactRecord id={id} tab={tab} onTab={onTab} onGone={onClose} inDrawer onOpen={onOpen} />}
    </ListRecordDrawer>
  )
}
