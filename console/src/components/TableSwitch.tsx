import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  asTable: boolean
  onChange: (asTable: boolean) => void
}

/** Shows a chart as a table, and back. */
export function TableSwitch({ asTable, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Button size="compact-sm" variant="subtle" className="unprinted" onClick={() => onChange(!asTable)}>
      {t(asTable ? 'message.chart' : 'message.table')}
    </Button>
  )
}
