import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PaymentFinding } from './data.ts'
import { useWarningText } from './use_warning_text.ts'

/** What checks found in the payment that was just recorded. */
export function RecordedWarnings({ id, warnings }: { id: number; warnings: PaymentFinding[] }) {
  const { t } = useTranslation('payments')
  const textOf = useWarningText()
  if (warnings.length === 0) return null
  return (
    <Alert color="orange" role="status" title={t('warning.recorded')}>
      <Stack gap={4}>
        {warnings.map(warning => (
          <Text key={`${warning.check} ${warning.kind} ${warning.target_id}`} size="sm" className="breaking">
            {textOf(warning)}
          </Text>
        ))}
        <Anchor
          component={Link}
          to={'/payments' as never}
          search={{ view: 'all', open: id } as never}
          size="sm"
          underline="always"
        >
          {t('warning.look')}
        </Anchor>
      </Stack>
    </Alert>
  )
}
