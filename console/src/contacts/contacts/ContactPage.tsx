import { Paper } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { ContactRecord } from './ContactRecord.tsx'

const route = getRouteApi('/contacts/$id')

/** One contact on its own page. */
export function ContactPage() {
  const { id } = route.useParams()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Paper withBorder p="md" maw={900}>
      <ContactRecord
        key={id}
        id={Number(id)}
        tab={tab}
        onTab={next => void navigate({ search: { ...(next && { tab: next }) }, replace: true })}
        onOpen={next => void navigate({ to: '/contacts/$id', params: { id: String(next) } })}
        onGone={() => void navigate({ to: '/contacts' })}
      />
    </Paper>
  )
}
