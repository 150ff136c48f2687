import { Group, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  row: string[]
  heading: boolean
  onChange: (heading: boolean) => void
}

/** Asks whether the first row has the column names or is a line. */
export function FirstRow({ row, heading, onChange }: Props) {
  const { t } = useTranslation('bank')
  return (
    <Radio.Group
      label={t('columns_of.first_row')}
      description={row.filter(Boolean).join(' · ')}
      value={heading ? 'yes' : 'no'}
      onChange={value => onChange(value === 'yes')}
    >
      <Group gap="md" mt={4}>
        <Radio value="no" label={t('columns_of.is_line')} />
        <Radio value="yes" label={t('columns_of.is_heading')} />
      </Group>
    </Radio.Group>
  )
}
