import { Button, Group, Paper, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveAlerts } from '../../components/SaveForm.tsx'
import type { Saving } from '../../components/use_save.ts'
import { type AreaKind, areaText, type Polygon, parseAreaText } from './areas.ts'

export interface AreaToolsProps {
  which: AreaKind
  onWhich: (which: AreaKind) => void
  polygons: Polygon[]
  /** The corners of the area that is not closed yet. */
  corners: number
  onPolygons: (polygons: Polygon[]) => void
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
  onClear: (() => void) | undefined
  onCloseArea: (() => void) | undefined
  onSave: (() => void) | undefined
  onGiveUp: () => void
  saving: Saving
  onSeeTheirs: () => Promise<unknown>
}

/** The tools for drawing. Everything also works by keyboard, and by typing the coordinates. */
export function AreaTools(props: AreaToolsProps) {
  const { which, onWhich, polygons, corners, onPolygons, onUndo, onRedo, onClear, onCloseArea, onSave, onGiveUp } =
    props
  const { t } = useTranslation('actions')
  const [written, setWritten] = useState(false)
  return (
    <Paper withBorder p="md" mb="sm">
      <Stack gap="sm">
        <SaveAlerts saving={props.saving} onSeeTheirs={props.onSeeTheirs} />
        <Group justify="space-between">
          <SegmentedControl
            aria-label={t('area.which')}
            value={which}
            onChange={value => onWhich(value as AreaKind)}
            data={[
              { value: 'polygon', label: t('area.wanted') },
              { value: 'not_polygon', label: t('area.unwanted') },
            ]}
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {corners > 0 ? t('area.corners', { count: corners }) : t('area.areas', { count: polygons.length })}
          </Text>
        </Group>
        <Text size="sm">{t('area.how')}</Text>
        <Text size="sm" c="dimmed">
          {t('area.how_by_keys')}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={!onCloseArea} onClick={onCloseArea}>
            {t('area.close')}
          </Button>
          <Button size="xs" variant="default" disabled={!onUndo} onClick={onUndo}>
            {t('area.undo')}
          </Button>
          <Button size="xs" variant="default" disabled={!onRedo} onClick={onRedo}>
            {t('area.redo')}
          </Button>
          <Button size="xs" variant="default" disabled={!onClear} onClick={onClear}>
            {t('area.clear')}
          </Button>
          <Button size="xs" variant="subtle" aria-expanded={written} onClick={() => setWritten(!written)}>
            {t('area.write')}
          </Button>
        </Group>
        {written && <Corners key={`${which} ${areaText(polygons)}`} polygons={polygons} onPolygons={onPolygons} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onGiveUp}>
            {t('button.cancel', { ns: 'shell' })}
          </Button>
          <Button disabled={!onSave} loading={props.saving.busy} onClick={onSave}>
            {t('area.save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Corners({ polygons, onPolygons }: { polygons: Polygon[]; onPolygons: (polygons: Polygon[]) => void }) {
  const { t } = useTranslation('actions')
  const [text, setText] = useState(() => areaText(polygons))
  const [fault, setFault] = useState<string>()
  const take = () => {
    const read = parseAreaText(text)
    if ('line' in read) return setFault(t('area.not_understood', { line: read.line }))
    setFault(undefined)
    if (areaText(read.polygons) !== areaText(polygons)) onPolygons(read.polygons)
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea
        w="100%"
        label={t('area.written')}
        description={t('area.written_hint')}
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        error={fault}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Button size="xs" variant="default" onClick={take}>
        {t('area.take')}
      </Button>
    </Stack>
  )
}
