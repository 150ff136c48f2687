import { Anchor, Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface Series {
  key: string
  label: string
  /** A variable of the theme, so that it is right by day and by night. */
  color: string
}

export interface Bar {
  key: string
  label: string
  values: Record<string, number>
}

interface Props {
  title: string
  series: Series[]
  bars: Bar[]
  /** A value in full, for the table and for whoever points at a bar. */
  format: (value: number) => string
  /** The same in short, for the axis. */
  axis: (value: number) => string
  /** What the first column of the table is. */
  rowLabel: string
  onOpen?: ((key: string) => void) | undefined
}

const [height, left, bottom, top] = [200, 70, 24, 8]
const steps = 4
const label_width = 52

/** Bars that stand on each other. The same numbers are behind them as a table, which is also what a screen reader is led to. */
export function Bars({ title, series, bars, format, axis, rowLabel, onOpen }: Props) {
  const { t } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Group gap="md">
          {!asTable && <Legend series={series} />}
          <Button size="compact-sm" variant="subtle" onClick={() => setAsTable(!asTable)} aria-pressed={asTable}>
            {t('said.table')}
          </Button>
        </Group>
      </Group>
      {asTable ? (
        <Numbers {...{ title, series, bars, format, rowLabel, onOpen }} />
      ) : (
        <Drawing {...{ series, bars, format, axis, onOpen }} title={title} />
      )}
    </Stack>
  )
}

const Legend = ({ series }: { series: Series[] }) => (
  <Group gap="sm">
    {series.map(({ key, label, color }) => (
      <Group key={key} gap={6}>
        <svg width={12} height={12} aria-hidden="true">
          <circle cx={6} cy={6} r={6} style={{ fill: color }} />
        </svg>
        <Text size="sm">{label}</Text>
      </Group>
    ))}
  </Group>
)

function Drawing({
  series,
  bars,
  format,
  axis,
  title,
  onOpen,
}: Pick<Props, 'series' | 'bars' | 'format' | 'axis' | 'onOpen'> & { title: string }) {
  const most = Math.max(1, ...bars.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0)))
  const step = niceStep(most / steps)
  const ceiling = step * Math.ceil(most / step)
  const heightOf = (value: number) => (value / ceiling) * (height - bottom - top)
  const { ref, width } = useElementSize()
  const slot = Math.max(1, (width - left) / Math.max(1, bars.length))
  // Where there is no room for every label, every second or third is enough to find one's way.
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
          {bars.map(({ key, label, values }, index) => {
            let y = height - bottom
            const x = left + index * slot
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the table beside it leads to the same places by keyboard.
              <g key={key} onClick={() => onOpen?.(key)} className={onOpen && 'openable'}>
                <title>
                  {[label, ...series.map(({ key, label }) => `${label}: ${format(values[key] ?? 0)}`)].join('\n')}
                </title>
                <rect x={x} y={top} width={slot} height={height - bottom - top} fill="transparent" />
                {series.map(({ key, color }) => {
                  const tall = heightOf(values[key] ?? 0)
                  y -= tall
                  return (
                    <rect key={key} x={x + slot * 0.1} y={y} width={slot * 0.8} height={tall} style={{ fill: color }} />
                  )
                })}
                <text x={x + slot / 2} y={height - 6} textAnchor="middle">
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

/** One, two or five times a power of ten: what people count in. */
function niceStep(least: number) {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5, 10].find(factor => factor * power >= least) ?? 10
  return Math.max(1, factor * power)
}

const Numbers = ({ title, series, bars, format, rowLabel, onOpen }: Omit<Props, 'axis'>) => (
  <Table.ScrollContainer minWidth={320} mah={240} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table stickyHeader fz="sm" verticalSpacing={4} aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{rowLabel}</Table.Th>
          {series.map(({ key, label }) => (
            <Table.Th key={key} scope="col" className="figures">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map(({ key, label, values }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={400}>
              {onOpen ? (
                <Anchor component="button" size="sm" onClick={() => onOpen(key)}>
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
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
