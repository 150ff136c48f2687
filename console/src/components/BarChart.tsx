import { Anchor, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Sum, sumOf } from './amounts.ts'
import { chartScale, stackOf } from './chart_scale.ts'
import { TableSwitch } from './TableSwitch.tsx'

export interface Series {
  key: string
  label: string
  /** A variable of the theme, for light and dark mode. */
  color: string
}

export interface Bar {
  key: string
  label: string
  values: Record<string, Sum>
  /** The value the bar is compared with. */
  comparison?: Sum
}

interface Props {
  title: string
  series: Series[]
  bars: Bar[]
  /** The value in full, for the table and the tooltip. */
  format: (value: Sum) => string
  /** The value in short, for the axis. */
  axis: (value: number) => string
  /** The header of the first column of the table. */
  rowLabel: string
  onOpen?: ((key: string) => void) | undefined
  /** The label of the comparison, drawn as a line across each bar. */
  comparison?: string | undefined
}

const [height, left, bottom, top] = [200, 70, 24, 8]
const label_width = 52
const bar_max = 48

/** Stacked bars. The same numbers can be shown as a table, which also serves screen readers. */
export function BarChart({ title, series, bars, format, axis, rowLabel, onOpen, comparison }: Props) {
  const { t } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Group gap="md">
          {!asTable && <Legend series={series} comparison={comparison} />}
          <TableSwitch asTable={asTable} onChange={setAsTable} />
        </Group>
      </Group>
      {asTable ? (
        <Numbers {...{ title, series, bars, format, rowLabel, onOpen, comparison }} sumLabel={t('list.sum')} />
      ) : (
        <Drawing {...{ series, bars, format, axis, onOpen, comparison }} title={title} />
      )}
    </Stack>
  )
}

const Legend = ({ series, comparison }: { series: Series[]; comparison: string | undefined }) => (
  <Group gap="sm">
    {series.map(({ key, label, color }) => (
      <Group key={key} gap={6}>
        <svg width={12} height={12} aria-hidden="true">
          <circle cx={6} cy={6} r={6} style={{ fill: color }} />
        </svg>
        <Text size="sm">{label}</Text>
      </Group>
    ))}
    {comparison && (
      <Group gap={6}>
        <svg width={16} height={12} className="bars" aria-hidden="true">
          <line x1={0} x2={16} y1={6} y2={6} className="comparison" />
        </svg>
        <Text size="sm">{comparison}</Text>
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
  comparison: comparisonLabel,
}: Pick<Props, 'series' | 'bars' | 'format' | 'axis' | 'onOpen' | 'comparison'> & { title: string }) {
  const valuesOf = ({ values }: Bar) => series.map(({ key }) => Number(values[key] ?? 0))
  const { ticks, share } = chartScale(
    bars.map(bar => ({ values: valuesOf(bar), comparison: Number(bar.comparison ?? 0) })),
  )
  const yOf = (value: number) => height - bottom - share(value) * (height - bottom - top)
  const { ref, width } = useElementSize()
  const slot = Math.max(1, (width - left) / Math.max(1, bars.length))
  const wide = Math.min(bar_max, slot * 0.8)
  // Without room for every label, only every second or third is drawn.
  const every = Math.ceil(label_width / slot)
  return (
    <div ref={ref} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} className="bars" role="img" aria-label={title}>
          {ticks.map(value => {
            const y = yOf(value)
            return (
              <g key={value}>
                <line x1={left} x2={width} y1={y} y2={y} className={value === 0 ? 'grid zero' : 'grid'} />
                <text x={left - 8} y={y} dominantBaseline="middle" textAnchor="end">
                  {axis(value)}
                </text>
              </g>
            )
          })}
          {bars.map((bar, index) => {
            const { key, label, values, comparison } = bar
            const stack = stackOf(valuesOf(bar))
            const x = left + index * slot
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same links for the keyboard.
              <g key={key} onClick={() => onOpen?.(key)} className={onOpen && 'openable'}>
                <title>
                  {[
                    label,
                    ...series.map(({ key, label }) => `${label}: ${format(values[key] ?? 0)}`),
                    ...(comparisonLabel ? [`${comparisonLabel}: ${format(comparison ?? 0)}`] : []),
                  ].join('\n')}
                </title>
                <rect x={x} y={top} width={slot} height={height - bottom - top} fill="transparent" />
                {series.map(({ key, color }, place) => {
                  const { from = 0, to = 0 } = stack[place] ?? {}
                  const y = yOf(Math.max(from, to))
                  const tall = yOf(Math.min(from, to)) - y
                  return (
                    <rect
                      key={key}
                      x={x + (slot - wide) / 2}
                      y={y}
                      width={wide}
                      height={tall}
                      style={{ fill: color }}
                    />
                  )
                })}
                {comparison !== undefined && Number(comparison) !== 0 && (
                  <line
                    x1={x + slot / 2 - wide * 0.575}
                    x2={x + slot / 2 + wide * 0.575}
                    y1={yOf(Number(comparison))}
                    y2={yOf(Number(comparison))}
                    className="comparison"
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

const Numbers = ({
  title,
  series,
  bars,
  format,
  rowLabel,
  onOpen,
  comparison: comparisonLabel,
  sumLabel,
}: Omit<Props, 'axis'> & { sumLabel: string }) => (
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
          {comparisonLabel && (
            <Table.Th scope="col" className="figures">
              {comparisonLabel}
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map(({ key, label, values, comparison = 0 }) => (
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
            {comparisonLabel && <Table.Td className="figures">{format(comparison)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{sumLabel}</Table.Th>
          {series.map(({ key }) => (
            <Table.Th key={key} className="figures">
              {format(sumOf(bars.map(({ values }) => values[key] ?? 0)))}
            </Table.Th>
          ))}
          {comparisonLabel && (
            <Table.Th className="figures">{format(sumOf(bars.map(({ comparison = 0 }) => comparison)))}</Table.Th>
          )}
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  </Table.ScrollContainer>
)
