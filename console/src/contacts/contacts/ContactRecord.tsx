import { Button, Stack, Text } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Contact, isNotFound } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { useSetTrail } from '../../components/trail.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { usePrinting } from '../../components/use_printing.ts'
import { useMe } from '../../use_me.ts'
import { Answers } from '../forms/Answers.tsx'
import { ContactPrivacyRequests } from '../privacy_requests/ContactPrivacyRequests.tsx'
import { ContactAround } from './ContactAround.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { ContactHeader } from './ContactHeader.tsx'
import { ContactPayments } from './ContactPayments.tsx'
import { ContactStrip } from './ContactStrip.tsx'
import { ContactTimeline } from './ContactTimeline.tsx'
import { contactQuery, listedContact, nameOf } from './data.ts'
import { ReachBar } from './ReachButtons.tsx'
import { type Tab, tabs } from './search_params.ts'
import { useContactKeys } from './use_contact_keys.ts'
import './contact.css'

interface Props {
  id: number
  tab: Tab | undefined
  inDrawer?: boolean
  onTab: (tab: Tab | undefined) => void
  onOpen: (id: number) => void
  onGone: () => void
}

/** From this width, details and surroundings have columns beside the story. */
const wide_screen = '(min-width: 68.75em)'
/** Everything about one contact. */
export function ContactRecord({ id, tab, inDrawer = false, onTab, onOpen, onGone }: Props) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...contactQuery(id),
    placeholderData: () => listedContact(id),
  })
  useSetTrail(inDrawer || !data ? undefined : nameOf(data.contact))
  useDocumentTitle(`${data ? nameOf(data.contact) : t('one')} · Muster`)
  if (isNotFound(error) && may('contacts:write')) return <PerhapsDeleted isPage={!inDrawer} />
  if (!data || isNotFound(error)) return <RecordPlaceholder error={error} onRetry={refetch} isPage={!inDrawer} />
  const { contact, etag } = data
  return (
    <Stack gap="sm" className="contact-record">
      <ContactHeader contact={contact} inDrawer={inDrawer} onTab={onTab} onGone={onGone} />
      <ContactStrip contact={contact} inDrawer={inDrawer} onTab={onTab} onOpen={onOpen} />
      <Parts
        contact={contact}
        etag={etag}
        readOnly={isPlaceholderData || !may('contacts:write')}
        inDrawer={inDrawer}
        tab={tab}
        onTab={onTab}
      />
    </Stack>
  )
}

interface PartsProps {
  contact: Contact
  etag: string | undefined
  readOnly: boolean
  inDrawer: boolean
  tab: Tab | undefined
  onTab: (tab: Tab | undefined) => void
}

/** The parts of a contact: three columns on a wide screen and on paper, tabs in a drawer and on a narrow screen. */
function Parts({ contact, etag, readOnly, inDrawer, tab, onTab }: PartsProps) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const printing = usePrinting()
  const wide = useMediaQuery(wide_screen, true, { getInitialValueInEffect: false })
  const phone = useNarrow()
  const columns = !inDrawer && (wide || printing)
  const record = useRef<HTMLDivElement>(null)
  const { id } = contact
  const focus = useFocusLater(record)
  const keys = useMemo(() => {
    const show = (part: Tab, selector: string) => () => {
      if (!columns || part === 'timeline') onTab(part === 'timeline' ? undefined : part)
      focus(selector)
    }
    return {
      e: readOnly ? undefined : show('details', '[data-edit]'),
      n: show('timeline', '[data-composer]'),
      t: readOnly ? undefined : show('around', '[data-tags]'),
    }
  }, [columns, readOnly, onTab, focus])
  useContactKeys(record, keys)

  const level = inDrawer ? 4 : 2
  const details = <ContactDetails contact={contact} etag={etag} readOnly={readOnly} level={level} />
  const around = <ContactAround contact={contact} etag={etag} readOnly={readOnly} level={level} />
  const panels: Record<Tab, () => ReactNode> = {
    timeline: () => <ContactTimeline contact={contact} etag={etag} readOnly={readOnly} level={level} />,
    details: () => details,
    around: () => around,
    payments: () => <ContactPayments id={id} />,
    answers: () => <Answers contact={contact} etag={etag} level={level} />,
    privacy: () => <ContactPrivacyRequests id={id} />,
  }
  const seen: Record<Tab, boolean> = {
    timeline: true,
    details: !columns,
    around: !columns,
    payments: may('finance:read'),
    answers: may('contacts:sensitive', 'forms:read'),
    privacy: may('privacy:manage'),
  }
  const middle = (
    <PageTabs
      label={t('one')}
      names={tabs.filter(name => seen[name])}
      open={tab && seen[tab] ? tab : 'timeline'}
      onOpen={name => onTab(name === 'timeline' ? undefined : name)}
      labelOf={name => t(`tab.${name}`)}
      panel={name => panels[name]()}
    />
  )
  return (
    <div ref={record}>
      {columns ? (
        <div className="contact-columns">
          <section aria-label={t('tab.details')} className="contact-facts">
            {printing && contact.tags.length > 0 && (
              <Text size="sm" mb="sm">
                <b>{t('attr.tags')}</b> {contact.tags.map(({ name }) => name).join(', ')}
              </Text>
            )}
            {details}
          </section>
          <div className="contact-middle">{middle}</div>
          <section aria-label={t('tab.around')} className="contact-around">
            <Suspense>{around}</Suspense>
          </section>
        </div>
      ) : (
        middle
      )}
      {phone && !printing && <ReachBar contact={contact} />}
    </div>
  )
}

/** Focuses an element of the record as soon as it is there: the tab that contains it may have to open first. */
function useFocusLater(record: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState('')
  // After every rendering, until it is there.
  useEffect(() => {
    const found = wanted ? record.current?.querySelector<HTMLElement>(wanted) : undefined
    if (!found) return
    setWanted('')
    if (found.matches('button')) found.click()
    else found.focus()
  })
  return setWanted
}

/** Only users who change contacts may restore them. */
function PerhapsDeleted({ isPage }: { isPage: boolean }) {
  const { t } = useTranslation(['contacts', 'errors'])
  return (
    <EmptyState
      title={t('title.not_found', { ns: 'errors' })}
      why={t('why.not_found', { ns: 'errors' })}
      isPage={isPage}
    >
      <Button component={Link} to="/contacts/deleted">
        {t('deleted.title')}
      </Button>
    </EmptyState>
  )
}
