import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DeletedContact } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime, fullName } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { notify } from '../../components/notifications.tsx'
import { SmallTable } from '../../components/SmallTable.tsx'
import { useSave } from '../../components/use_save.ts'
import { deletedContactsQuery, nameOf, restoreContact } from './data.ts'

/** The contacts that were deleted and can be restored, the latest first. */
export function DeletedContacts() {
  const { t } = useTranslation('contacts')
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(deletedContactsQuery)
  const contacts = data?.pages.flatMap(page => page.data) ?? []
  return (
    <ListPage
      title={t('deleted.title')}
      framed={false}
      actions={
        <Button component={Link} to="/contacts" variant="default">
          {t('to_list')}
        </Button>
      }
      error={error}
      loading={isPending}
      count={contacts.length}
      empty={<EmptyState title={t('deleted.none')} why={t('deleted.none_why')} />}
      after={
        hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('duplicates.more')}
          </Button>
        )
      }
    >
      <SmallTable
        label={t('deleted.title')}
        rows={contacts}
        minWidth={320}
        stacked
        columns={[
          { label: t('name'), rowHeader: true, cell: contact => <Who contact={contact} /> },
          { label: t('field.city'), cell: ({ city }) => city },
          { label: t('deleted.at'), cell: ({ deleted_at }) => formatDateTime(deleted_at) },
          { label: t('deleted.by'), cell: ({ user }) => (user ? fullName(user) : '') },
          { cell: contact => <RestoreButton contact={contact} /> },
        ]}
      />
    </ListPage>
  )
}

function Who({ contact }: { contact: DeletedContact }) {
  const name = nameOf(contact)
  return (
    <>
      <Text size="sm" fw={600} className="breaking">
        {name}
      </Text>
      {contact.mail && contact.mail !== name && (
        <Text size="xs" c="dimmed" className="breaking">
          {contact.mail}
        </Text>
      )}
    </>
  )
}

function RestoreButton({ contact }: { contact: DeletedContact }) {
  const { t } = useTranslation('contacts')
  const name = nameOf(contact)
  const restoring = useSave({
    save: () => restoreContact(contact.id),
    onSaved: () => notify(t('deleted.restored', { name })),
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('deleted.restore_named', { name })}
      loading={restoring.busy}
      onClick={() => void restoring.save()}
    >
      {t('deleted.restore')}
    </Button>
  )
}
