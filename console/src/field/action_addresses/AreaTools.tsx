import { ActionIcon, Button, Group, Paper, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { CheckIcon, CloseIcon, DeleteIcon, EditIcon, RedoIcon, SnapIcon, UndoIcon } from '../../components/icons.tsx'
import { SaveAlerts } from '../../components/SaveForm.tsx'
import { useUnsavedForm } from '../../components/unsaved.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import type { Saving } from '../../components/use_save.ts'
import './area_tools.css'
import { type AreaKind, areaText, corners_min, type Polygon, parseAreaText } from './areas.ts'

export interface AreaToolsProps {
  which: AreaKind
  onWhich: (which: AreaKind) => void
  polygons: Polygon[]
  /** The corners of the area that is not finished yet. */
  corners: number
  /** Why the area was not saved. */
  problem: string | undefined
  onPolygons: (polygons: Polygon[]) => void
  snapping: boolean
  onSnapping: (snapping: boolean) => void
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
  onClear: (() => void) | undefined
  onFinish: (() => void) | undefined
  onSave: (() => void) | undefined
  onCancel: () => void
  saving: Saving
  onSeeTheirs: () => Promise<unknown>
}

/** In place of the filter above the map: which area is drawn, and how drawing ends. The map does not move. */
export function AreaBar({ which, onWhich, onSave, onCancel, saving }: AreaToolsProps) {
  const { t } = useTranslation('actions')
  const narrow = useNarrow()
  return (
    <>
      <SegmentedControl
        className="area-kind"
        aria-label={t('area.which')}
        value={which}
        onChange={value => onWhich(value as AreaKind)}
        data={[
          { value: 'polygon', label: t('area.wanted') },
          { value: 'not_polygon', label: t('area.unwanted') },
        ]}
      />
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        {narrow ? (
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('button.cancel', { ns: 'shell' })}
            title={t('button.cancel', { ns: 'shell' })}
            onClick={onCancel}
          >
            <CloseIcon />
          </ActionIcon>
        ) : (
          <Button variant="default" onClick={onCancel}>
            {t('button.cancel', { ns: 'shell' })}
          </Button>
        )}
        <Button
          {...(narrow && { px: 'sm' })}
          aria-label={t('area.save')}
          disabled={!onSave}
          loading={saving.busy}
          onClick={onSave}
        >
          {narrow ? t('button.save', { ns: 'shell' }) : t('area.save')}
        </Button>
      </Group>
    </>
  )
}

/** The tools for drawing, over the map: what to do next, undo, snapping, finish. Everything works by keyboard, and by typing coordinates. */
export function AreaPanel(props: AreaToolsProps) {
  const { polygons, corners, problem, snapping, onSnapping, onUndo, onRedo, onClear, onFinish } = props
  const { t } = useTranslation('actions')
  const [writing, setWriting] = useState(false)
  const [panel, setPanel] = useState<HTMLDivElement | null>(null)
  useUnsavedForm(panel, props.saving.typed)
  return (
    <Paper ref={setPanel} className="area-panel" withBorder role="group" aria-label={t('area.tools')}>
      <SaveAlerts saving={props.saving} onSeeTheirs={props.onSeeTheirs} />
      {problem ? (
        <Text size="sm" c="error" role="alert">
          {problem}
        </Text>
      ) : (
        <Text size="sm" fw={600} aria-live="polite">
          {nextStep(t, corners, polygons.length)}
        </Text>
      )}
      <Text size="xs" c="dimmed" className="area-keys">
        {t('area.how_by_keys')}
      </Text>
      <Group gap={6} mt={8}>
        <Button
          size="xs"
          h={32}
          leftSection={<CheckIcon size={16} />}
          aria-label={t('area.finish_area')}
          disabled={!onFinish}
          onClick={onFinish}
        >
          {t('area.finish')}
        </Button>
        <Tool label={t('area.undo')} icon={<UndoIcon size={18} />} onClick={onUndo} />
        <Tool label={t('area.redo')} icon={<RedoIcon size={18} />} onClick={onRedo} />
        <Tool
          label={t('area.snap')}
          icon={<SnapIcon size={18} />}
          pressed={snapping}
          onClick={() => onSnapping(!snapping)}
        />
        <Tool label={t('area.write')} icon={<EditIcon size={18} />} onClick={() => setWriting(true)} />
        <Tool label={t('area.clear')} icon={<DeleteIcon size={18} />} onClick={onClear} />
      </Group>
      <Dialog opened={writing} onClose={() => setWriting(false)} title={t('area.write')}>
        <Corners {...props} onDone={() => setWriting(false)} />
      </Dialog>
    </Paper>
  )
}

interface ToolProps {
  label: string
  icon: ReactNode
  pressed?: boolean
  onClick: (() => void) | undefined
}

const Tool = ({ label, icon, pressed, onClick }: ToolProps) => (
  <ActionIcon
    variant={pressed ? 'light' : 'default'}
    size={32}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    disabled={!onClick}
    onClick={onClick}
  >
    {icon}
  </ActionIcon>
)

type NextStepKey = 'area.step_first' | 'area.step_next' | 'area.step_finish' | 'area.step_change'

function nextStep(t: (key: NextStepKey, values: { count: number }) => string, corners: number, areas: number) {
  if (corners >= corners_min) return t('area.step_finish', { count: corners })
  if (corners > 0) return t('area.step_next', { count: corners })
  return t(areas > 0 ? 'area.step_change' : 'area.step_first', { count: areas })
}

function Corners({ polygons, onPolygons, onDone }: AreaToolsProps & { onDone: () => void }) {
  const { t } = useTranslation('actions')
  const [text, setText] = useState(() => areaText(polygons))
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const take = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = parseAreaText(text)
    if ('line' in read) {
      setFault(t('area.not_understood', { line: read.line }))
      field.current?.focus()
      return
    }
    if (areaText(read.polygons) !== areaText(polygons)) onPolygons(read.polygons)
    onDone()
  }
  return (
    <form onSubmit={take}>
      <Stack gap="md">
        <Textarea
          ref={field}
          label={t('area.written')}
          description={t('area.written_hint')}
          autosize
          minRows={5}
          maxRows={14}
          value={text}
          error={fault}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('button.cancel', { ns: 'shell' })}
          </Button>
          <Button type="submit">{t('area.take')}</Button>
        </Group>
      </Stack>
    </form>
  )
}
