import { useQuery } from '@tanstack/react-query'
import { queries } from './api.ts'
import { contactQuery, nameOf, savedViewsQuery } from './contacts/contacts/data.ts'
import { searchOfView as searchOfContactView } from './contacts/contacts/search_params.ts'
import { actionQuery } from './field/actions/data.ts'
import { searchOfView as searchOfPaymentView } from './money/payment_views/saved_views.ts'
import { paymentQuery, viewsQuery } from './money/transaction_bundles/data.ts'
import { teamQuery } from './organisation/teams/data.ts'
import { wordsOf } from './settings/find_settings.ts'
import { sectionsFor } from './settings/sections.ts'
import { provideAreaParts } from './shell/area_parts.ts'
import { useMe } from './use_me.ts'

// What the frame shows of the areas: their settings and saved views, and the names of records.
provideAreaParts({
  settingsFor: may =>
    sectionsFor(may).flatMap(({ fields, to, search, isOutside, text, words }) => [
      { to, search, isOutside, text, words, detail: undefined },
      ...fields.map(field => ({ to, search, text: field.text, words: wordsOf(field), hash: field.id, detail: text })),
    ]),
  useOwnViews: () => {
    const { may } = useMe()
    const quiet = { throwOnError: false }
    const { data: contacts = [] } = useQuery({ ...savedViewsQuery, ...quiet, enabled: may('contacts:read') })
    const { data: payments = [] } = useQuery({
      ...viewsQuery,
      ...quiet,
      enabled: may('finance:read', 'catalogue:read'),
    })
    const own = ({ own }: { own: boolean }) => own
    return [
      ...contacts.filter(own).map(view => ({
        ...{ id: view.id, name: view.name, to: '/contacts', param: 'view' },
        search: searchOfContactView(view),
      })),
      ...payments.filter(own).map(view => ({
        ...{ id: view.id, name: view.name, to: '/payments', param: 'saved' },
        search: searchOfPaymentView(view),
      })),
    ]
  },
  labelOf: (kind, id, payment) => {
    const named = (label: string | undefined, detail?: string) => (label ? { label, detail } : undefined)
    if (kind === 'payments') return named(queries.getQueryData(paymentQuery(id).queryKey) && `${payment} ${id}`)
    if (kind === 'teams') return named(queries.getQueryData(teamQuery(id).queryKey)?.team.name)
    if (kind === 'actions') return named(queries.getQueryData(actionQuery(id).queryKey)?.action.name)
    const contact = queries.getQueryData(contactQuery(id).queryKey)?.contact
    return contact && named(nameOf(contact), contact.address?.city)
  },
})
