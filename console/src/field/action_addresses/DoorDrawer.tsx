import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Action, ListedAddress } from '../../api.ts'
import { formatDateTime, formatNumber, fullName } from '../../components/formats.ts'
import { ListRecordDrawer, type OpenRecord } from '../../components/ListRecordDrawer.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { doorStateOf } from '../../map/door_states.ts'
import { useMe } from '../../use_me.ts'
import { type Resident, residentsQuery } from '../action_contacts/data.ts'
import { doorVisitsQuery } from '../actions/data.ts'
import '../../map/map.css'
import { placeInHouse } from '../visits/doors.ts'
import { addressLine, cityLine } from './address_text.ts'
import { type Turf, turfIndexOf } from './turfs.ts'

interface Props extends OpenRecord {
  action: Action
  turfs: Turf[]
  doors: ListedAddress[]
}

/** A door of the list: where it is, who lives there and its visits. */
export function DoorDrawer({ action, turfs, doors, ...list }: Props) {
  const { t } = useTranslation('actions')
  const open = doors.find(({ id }) => id === list.open)
  return (
    <ListRecordDrawer {...list} open={open?.id} title={open ? addressLine(open) || t('door') : t('door')}>
      {() => open && <DoorRecord action={action} turfs={turfs} door={open} />}
    </ListRecordDrawer>
  )
}

function DoorRecord({ action, turfs, door }: Pick<Props, 'action' | 'turfs'> & { door: ListedAddress }) {
  const { t } = useTranslation('actions')
  const turf = turfs[turfIndexOf(turfs, door) ?? -1]
  const place = [placeInHouse(door), cityLine(door), turf && t('turf', { ns: 'field', turf: turf.name })]
  const { data: known = [] } = useQuery(residentsQuery(action.id))
  const residents = known.filter(({ address_id, name }) => address_id === door.id && name)
  return (
    <Stack>
      <div>
        <Text>{place.filter(Boolean).join(' · ')}</Text>
        {door.infos && <Text>{door.infos}</Text>}
      </div>
      {!action.archived_at && (
        <Button
          className="no-print"
          style={{ alignSelf: 'flex-start' }}
          renderRoot={props => (
            <Link to="/field/$id" params={{ id: String(action.id) }} search={{ door: door.id }} {...props} />
          )}
        >
          {t('record_visit')}
        </Button>
      )}
      {residents.length > 0 && <Residents residents={residents} />}
      <Visits action_id={action.id} door={door} known={known} />
    </Stack>
  )
}

function Residents({ residents }: { residents: Resident[] }) {
  const { t } = useTranslation('actions')
  const { may } = useMe()
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {t('residents')}
      </Title>
      {residents.map(({ id, name, left_alone }) => (
        <Text key={id}>
          {may('contacts:read') ? (
            <Anchor renderRoot={props => <Link to="/contacts/$id" params={{ id: String(id) }} {...props} />}>
              {name}
            </Anchor>
          ) : (
            name
          )}
          {left_alone && ` (${t('form.left_alone', { ns: 'field' })})`}
        </Text>
      ))}
    </section>
  )
}

interface VisitsProps {
  action_id: number
  door: ListedAddress
  known: Resident[]
}

function Visits({ action_id, door, known }: VisitsProps) {
  const { t } = useTranslation('actions')
  const { t: inField } = useTranslation('field')
  const { data: visits, error, refetch } = useQuery(doorVisitsQuery(action_id, door.id))
  if (!visits) return <RecordPlaceholder error={error} onRetry={refetch} />
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {t('visits')}
      </Title>
      {door.visits === 0 && <Text c="dimmed">{t('no_visits')}</Text>}
      <Stack gap="sm">
        {visits.map(({ id, result, date, user, contact_id, comment }) => (
          <div key={id}>
            <Text className="door-visit">
              <span className="map-mark map-sample" data-state={doorStateOf(result)} aria-hidden="true">
                <span />
              </span>
              <b>{inField(`result.${result}`)}</b>
              <span>{names.get(contact_id ?? 0)}</span>
            </Text>
            <Text size="sm" c="dimmed">
              {[formatDateTime(date), fullName(user)].join(' · ')}
            </Text>
            {comment && <Text style={{ whiteSpace: 'pre-line' }}>{comment}</Text>}
          </div>
        ))}
      </Stack>
      {visits.length < door.visits && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('visits_seen', {
            count: door.visits,
            seen: formatNumber(visits.length),
            shown: formatNumber(door.visits),
          })}
        </Text>
      )}
    </section>
  )
}
