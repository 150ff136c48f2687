import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  mb?: 'sm'
  count: number
  /** Left out where only these doors are shown. */
  onShow: (() => void) | undefined
}

/** Says that doors have no position, and leads to them. */
export function UnplacedDoors({ count, onShow, mb }: Props) {
  const { t } = useTranslation('actions')
  if (count === 0) return null
  return (
    <Alert color="yellow" {...(mb && { mb })}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('without_position', { count })}</Text>
        {onShow && (
          <Anchor component="button" size="sm" onClick={onShow}>
            {t('left.see_addresses')}
          </Anchor>
        )}
      </Group>
    </Alert>
  )
}
