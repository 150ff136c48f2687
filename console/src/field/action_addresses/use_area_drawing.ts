import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, queries } from '../../api.ts'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
import type { MapArea } from '../../map/Areas.tsx'
import type { Handle } from '../../map/Handles.tsx'
import type { Coordinates } from '../../map/projection.ts'
import { actionQuery, changeAction, neighboursQuery } from '../actions/data.ts'
import type { AreaToolsProps } from './AreaTools.tsx'
import { type AreaKind, corners_min, type Polygon, polygonsOf } from './areas.ts'
import { useHistory } from './draft_history.ts'
import { redrawnArea } from './turfs.ts'
import { useDrawingKeys } from './use_drawing_keys.ts'

/** The closed areas, and the corners of the one that is being drawn. */
interface Draft {
  polygons: Polygon[]
  line: Coordinates[]
}

type Drafts = Partial<Record<AreaKind, Draft>>
type AreaChanges = Partial<Record<AreaKind, string>>

interface Params {
  action: Action
  etag: string | undefined
  drawing: boolean
  onClose: () => void
}

/** With more corners, they are edited as text only. */
const handles_max = 150
const none: never[] = []

/** Draws the area of an action until it is saved or cancelled. */
export function useAreaDrawing({ action, etag, drawing, onClose }: Params) {
  const { t } = useTranslation('actions')
  const [which, setWhich] = useState<AreaKind>('polygon')
  const [snapping, setSnapping] = useState(true)
  const [tooFew, setTooFew] = useState(false)
  const history = useHistory<Drafts>({})
  const { now: drafts } = history
  const { data: neighbours = none } = useQuery({ ...neighboursQuery, enabled: drawing })
  const saving = useSave({
    fields: [],
    save: (changes: AreaChanges, overwrite) => changeAction(action.id, changes, overwrite ? undefined : etag),
    onSaved: () => {
      const before = { polygon: action.polygon, not_polygon: action.not_polygon }
      onClose()
      notifyWithUndo(t('area.saved'), () => changeAction(action.id, before))
    },
  })
  // Cancelled: the next drawing starts from what is saved.
  const startOver = useRef(() => {
    history.reset({})
    setTooFew(false)
    saving.clear()
  })
  useEffect(() => {
    if (!drawing) startOver.current()
  }, [drawing])
  const { typed } = saving
  const changed = history.undo !== undefined
  useEffect(() => {
    typed.changed = changed
  }, [typed, changed])
  const kept = useMemo(
    () => ({ polygon: polygonsOf(action.polygon), not_polygon: polygonsOf(action.not_polygon) }),
    [action.polygon, action.not_polygon],
  )
  const draftOf = (name: AreaKind): Draft => drafts[name] ?? { polygons: kept[name], line: none }
  const { polygons, line } = draftOf(which)
  const set = (draft: Draft, kind?: string) => {
    setTooFew(false)
    history.change({ ...drafts, [which]: draft }, kind)
  }
  const finish = line.length >= corners_min ? () => set({ polygons: [...polygons, [line]], line: none }) : undefined
  // What was drawn is only given up by the button, so that a key pressed twice loses nothing.
  const leave = line.length > 0 ? () => set({ polygons, line: none }) : history.undo ? undefined : onClose
  useDrawingKeys(drawing, { undo: history.undo, redo: history.redo, finish, leave })
  if (!drawing) return { areas: undefined, tools: undefined, handles: none, snapping, onPlace: undefined }

  const changes: AreaChanges = Object.fromEntries(
    (['polygon', 'not_polygon'] as const)
      .filter(name => drafts[name])
      .map(name => {
        const { polygons, line } = draftOf(name)
        return [name, redrawnArea(line.length >= corners_min ? [...polygons, [line]] : polygons, action[name])]
      }),
  )
  const seeTheirs = async () => {
    await queries.fetchQuery({ ...actionQuery(action.id), staleTime: 0 })
    history.reset({})
    saving.clear()
  }

  const others = neighbours.filter(({ id }) => id !== action.id)
  const drawn: MapArea[] = (['polygon', 'not_polygon'] as const).flatMap(name => {
    const draft = draftOf(name)
    return [
      { key: name, kind: name === 'polygon' ? 'wanted' : 'unwanted', polygons: draft.polygons },
      { key: `${name} draft`, kind: 'draft', polygons: draft.line.length > 1 ? [[draft.line]] : [] },
    ]
  })
  const areas = [
    ...others.map(({ id, polygons }): MapArea => ({ key: `other ${id}`, kind: 'neighbour', polygons })),
    ...drawn,
  ]
  const corners = polygons.flat(2).length + line.length
  const handles = corners > handles_max ? none : handlesOf({ polygons, line }, set, finish, t)
  // One or two corners are no area: they are not dropped without a word.
  const unfinished = (['polygon', 'not_polygon'] as const).some(name => {
    const { length } = draftOf(name).line
    return length > 0 && length < corners_min
  })
  const save = () => (unfinished ? setTooFew(true) : void saving.save(changes))
  const tools: AreaToolsProps = {
    which,
    onWhich: setWhich,
    polygons,
    corners: line.length,
    problem: tooFew && unfinished ? t('area.too_few') : undefined,
    snapping,
    onSnapping: setSnapping,
    onPolygons: polygons => set({ polygons, line: none }),
    onUndo: history.undo,
    onRedo: history.redo,
    onClear: corners > 0 ? () => set({ polygons: none, line: none }) : undefined,
    onFinish: finish,
    onSave: Object.keys(changes).length > 0 ? save : undefined,
    onCancel: onClose,
    saving,
    onSeeTheirs: seeTheirs,
  }
  const onPlace = (place: Coordinates) => set({ polygons, line: [...line, place] })
  return { areas, tools, handles, snapping, onPlace }
}

function handlesOf(
  { polygons, line }: Draft,
  set: (draft: Draft, kind?: string) => void,
  finish: (() => void) | undefined,
  t: (key: 'area.corner', values: { number: number }) => string,
): Handle[] {
  const moved = (ring: Coordinates[], index: number, place: Coordinates) => ring.with(index, place)
  const open = line.map((place, index) => ({
    key: `line ${index}`,
    label: t('area.corner', { number: index + 1 }),
    place,
    onMove: (place: Coordinates) => set({ polygons, line: moved(line, index, place) }, `line ${index}`),
    onRemove: () => set({ polygons, line: line.toSpliced(index, 1) }),
    onChoose: index === 0 ? finish : undefined,
  }))
  const closed = polygons.flatMap((rings, number) =>
    rings.flatMap((ring, hole) =>
      ring.map((place, index) => ({
        key: `${number} ${hole} ${index}`,
        label: t('area.corner', { number: index + 1 }),
        place,
        onMove: (place: Coordinates) =>
          set(
            { line, polygons: polygons.with(number, rings.with(hole, moved(ring, index, place))) },
            `${number} ${hole} ${index}`,
          ),
        ...(ring.length > corners_min && {
          onRemove: () => set({ line, polygons: polygons.with(number, rings.with(hole, ring.toSpliced(index, 1))) }),
        }),
      })),
    ),
  )
  return [...closed, ...open]
}
