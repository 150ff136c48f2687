import { Anchor, Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface Series {
  key: string
  label: string
  /** A variable of the theme, for light and dark mode. */
  color: string
}

export interface Bar {
  key: string
  label: string
  values: Record<string, number>
  /** The value the bar is compared with. */
  beside?: number
}

interface Props {
  title: string
  series: Series[]
  bars: Bar[]
  /** The value in full, for the table and the tooltip. */
  format: (value: number) => string
  /** The value in short, for the axis. */
  axis: (value: number) => string
  /** The header of the first column of the table. */
  rowLabel: string
  onOpen?: ((key: string) => void) | undefined
  /** The label of the comparison, drawn as a line across each bar. */
  beside?: string | undefined
}

const [height, left, bottom, top] = [200, 70, 24, 8]
const steps = 4
const label_width = 52

/** Stacked bars. The same numbers can be shown as a table, which also serves screen readers. */
export function BarChart({ title, series, bars, format, axis, rowLabel, onOpen, beside }: Props) {
  const { t } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Group gap="md">
          {!asTable && <Legend series={series} beside={beside} />}
          <Button size="compact-sm" variant="subtle" onClick={() => setAsTable(!asTable)} aria-pressed={asTable}>
            {t('said.table')}
          </Button>
        </Group>
      </Group>
      {asTable ? (
        <Numbers {...{ title, series, bars, format, rowLabel, onOpen, beside }} />
      ) : (
        <Drawing {...{ series, bars, format, axis, onOpen, beside }} title={title} />
      )}
    </Stack>
  )
}

const Legend = ({ series, beside }: { series: Series[]; beside: string | undefined }) => (
  <Group gap="sm">
    {series.map(({ key, label, color }) => (
      <Group key={key} gap={6}>
        <svg width={12} height={12} aria-hidden="true">
          <circle cx={6} cy={6} r={6} style={{ fill: color }} />
        </svg>
        <Text size="sm">{label}</Text>
      </Group>
    ))}
    {beside && (
      <Group gap={6}>
        <svg width={16} height={12} className="bars" aria-hidden="true">
          <line x1={0} x2={16} y1={6} y2={6} className="beside" />
        </svg>
        <Text size="sm">{beside}</Text>
      </Group>
    )}
  </Group>
)

function Drawing({
  series,
  bars,
  format,
  axis,
  title,
  onOpen,
  beside: compared,
}: Pick<Props, 'series' | 'bars' | 'format' | 'axis' | 'onOpen' | 'beside'> & { title: string }) {
  const most = Math.max(
    1,
    ...bars.map(({ values, beside = 0 }) =>
      Math.max(
        beside,
        series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0),
      ),
    ),
  )
  const step = niceStep(most / steps)
  const ceiling = step * Math.ceil(most / step)
  const heightOf = (value: number) => (value / ceiling) * (height - bottom - top)
  const { ref, width } = useElementSize()
  const slot = Math.max(1, (width - left) / Math.max(1, bars.length))
  // Without room for every label, only every second or third is drawn.
  const every = Math.ceil(label_width / slot)
  return (
    <div ref={ref} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} className="bars" role="img" aria-label={title}>
          {Array.from({ length: Math.round(ceiling / step) + 1 }, (_, index) => index * step).map(value => {
            const y = height - bottom - heightOf(value)
            return (
              <g key={value}>
                <line x1={left} x2={width} y1={y} y2={y} className="grid" />
                <text x={left - 8} y={y} dominantBaseline="middle" textAnchor="end">
                  {axis(value)}
                </text>
              </g>
            )
          })}
          {bars.map(({ key, label, values, beside }, index) => {
            let y = height - bottom
            const x = left + index * slot
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same links for the keyboard.
              <g key={key} onClick={() => onOpen?.(key)} className={onOpen && 'openable'}>
                <title>
                  {[
                    label,
                    ...series.map(({ key, label }) => `${label}: ${format(values[key] ?? 0)}`),
                    ...(compared ? [`${compared}: ${format(beside ?? 0)}`] : []),
                  ].join('\n')}
                </title>
                <rect x={x} y={top} width={slot} height={height - bottom - top} fill="transparent" />
                {series.map(({ key, color }) => {
                  const tall = heightOf(values[key] ?? 0)
                  y -= tall
                  return (
                    <rect key={key} x={x + slot * 0.1} y={y} width={slot * 0.8} height={tall} style={{ fill: color }} />
                  )
                })}
                {beside !== undefined && beside > 0 && (
                  <line
                    x1={x + slot * 0.04}
                    x2={x + slot * 0.96}
                    y1={height - bottom - heightOf(beside)}
                    y2={height - bottom - heightOf(beside)}
                    className="beside"
                  />
                )}
                <text x={every > 1 ? x + slot : x + slot / 2} y={height - 6} textAnchor={every > 1 ? 'end' : 'middle'}>
                  {(bars.length - 1 - index) % every === 0 && label}
                </text>
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}

/** One, two or five times a power of ten. */
function niceStep(least: number) {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5, 10].find(factor => factor * power >= least) ?? 10
  return Math.max(1, factor * power)
}

const Numbers = ({ title, series, bars, format, rowLabel, onOpen, beside: compared }: Omit<Props, 'axis'>) => (
  <Table.ScrollContainer minWidth={280} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table fz="sm" verticalSpacing={2} aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{rowLabel}</Table.Th>
          {series.map(({ key, label }) => (
            <Table.Th key={key} scope="col" className="figures">
              {label}
            </Table.Th>
          ))}
          {compared && (
            <Table.Th scope="col" className="figures">
              {compared}
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map(({ key, label, values, beside = 0 }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={400}>
              {onOpen ? (
                <Anchor component="button" size="sm" mih={24} miw={24} onClick={() => onOpen(key)}>
                  {label}
                </Anchor>
              ) : (
                label
              )}
            </Table.Th>
            {series.map(({ key }) => (
              <Table.Td key={key} className="figures">
                {format(values[key] ?? 0)}
              </Table.Td>
            ))}
            {compared && <Table.Td className="figures">{format(beside)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
