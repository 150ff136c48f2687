import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PlusIcon } from '../../components/icons.tsx'
import { type PageAction, PageActions } from '../../components/PageActions.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import { useMe } from '../../use_me.ts'
import type { ActionTabProps } from '../actions/search_params.ts'
import { TurfTeam } from './TurfTeam.tsx'
import type { Turf } from './turfs.ts'

interface Props extends Pick<ActionTabProps, 'action' | 'search' | 'onSearch'> {
  etag: string | undefined
  turfs: Turf[]
}

/** Above the doors: the team of the turf that is shown, and the ways to add doors. */
export function AddressBar({ action, etag, turfs, search: { turf }, onSearch }: Props) {
  const { t } = useTranslation('actions')
  const shown = typeof turf === 'number' ? turfs[turf] : undefined
  return (
    <Group gap="xs" mb="sm" justify="space-between">
      {shown ? (
        <Group gap="xs">
          <Text size="sm" visibleFrom="sm">
            {t('left.team_of', { turf: shown.name })}
          </Text>
          <TurfTeam {...{ action, etag, writable: true, turfs, index: turfs.indexOf(shown) }} />
        </Group>
      ) : (
        <span />
      )}
      <AddButtons onSearch={onSearch} />
    </Group>
  )
}

/** On a phone one button with a menu. */
function AddButtons({ onSearch }: Pick<ActionTabProps, 'onSearch'>) {
  const { t } = useTranslation('actions')
  const { may } = useMe()
  const narrow = useNarrow()
  const ways = [
    ...(may('contacts:read') ? [{ label: t('choose.title'), onClick: () => onSearch({ open: 'choose' }) }] : []),
    { label: t('add_address'), onClick: () => onSearch({ open: 'address' }) },
  ]
  const main: PageAction = { label: t('add_doors'), short: t('add_doors'), look: 'main', Icon: PlusIcon, choices: ways }
  return (
    <Group gap="xs">
      <PageActions
        actions={
          narrow
            ? [main]
            : ways.map((way, at) => (at < ways.length - 1 ? way : { ...way, look: 'main', Icon: PlusIcon }))
        }
      />
    </Group>
  )
}
