import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../../api.ts'
import { errorText } from '../../components/error_text.ts'
import { type Choices, markNotDuplicates, mergeContacts, undoMerge, unmarkNotDuplicates } from './data.ts'
import { type Decided, pairKey } from './pairs.ts'

interface Decision {
  /** The pairs that leave the queue, and the contact that is gone. */
  keys: string[]
  gone: number | undefined
  undo: Promise<() => Promise<unknown>>
  /** Opens the pair again. */
  goBack: () => void
}

/** A pair leaves the queue before the server has answered. A refused one comes back with the reason. */
export function useQueue() {
  const { t } = useTranslation('contacts')
  const [decided, setDecided] = useState<Decided>({ different: new Set(), gone: new Set() })
  const [decisions, setDecisions] = useState<Decision[]>([])
  const [message, setMessage] = useState<{ text: string; error: boolean }>()
  const [undoing, setUndoing] = useState(false)
  // Not state: a second key press can come before the first is rendered.
  const sent = useRef(new Set<string>())
  const left = useRef(false)
  // The groups stay as they were read while one decides, and are read again on the next visit.
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      void queries.invalidateQueries({ queryKey: ['duplicates'] })
    }
  }, [])

  const hide = (keys: string[], gone?: number) =>
    setDecided(before => ({
      different: new Set([...before.different, ...keys]),
      gone: gone === undefined ? before.gone : new Set([...before.gone, gone]),
    }))
  const show = (keys: string[], gone?: number) =>
    setDecided(before => ({
      different: new Set([...before.different].filter(key => !keys.includes(key))),
      gone: new Set([...before.gone].filter(id => id !== gone)),
    }))
  const decide = async (
    text: string,
    keys: string[],
    gone: number | undefined,
    goBack: () => void,
    write: () => Decision['undo'],
  ) => {
    const key = keys.join(' ')
    if (sent.current.has(key)) return
    sent.current.add(key)
    hide(keys, gone)
    setMessage({ text, error: false })
    const decision = { keys, gone, goBack, undo: write() }
    setDecisions(before => [...before, decision])
    try {
      await decision.undo
    } catch (error) {
      setDecisions(before => before.filter(one => one !== decision))
      show(keys, gone)
      setMessage({ text: errorText(error), error: true })
    } finally {
      sent.current.delete(key)
    }
  }
  const last = decisions.at(-1)
  return {
    decided,
    message,
    undoing,
    merge: (survivor: number, gone: number, choices: Choices, goBack: () => void) =>
      decide(t('duplicates.merged'), [pairKey(survivor, gone)], gone, goBack, async () => {
        const merged = await mergeContacts(survivor, gone, choices)
        return async () => {
          await undoMerge(merged)
          // The server marks the two as different people. Here the pair is to be decided again.
          await unmarkNotDuplicates([survivor, gone])
        }
      }),
    separate: (ids: number[], goBack: () => void) =>
      decide(t('duplicates.marked_not_duplicates'), keysOf(ids), undefined, goBack, async () => {
        await markNotDuplicates(ids)
        return () => unmarkNotDuplicates(ids)
      }),
    undo: last && !undoing ? () => void undo(last) : undefined,
  }

  async function undo(decision: Decision) {
    setDecisions(before => before.filter(one => one !== decision))
    setUndoing(true)
    try {
      await (await decision.undo)()
      show(decision.keys, decision.gone)
      if (!left.current) decision.goBack()
      setMessage({ text: t('message.undone', { ns: 'shell' }), error: false })
    } catch (error) {
      setMessage({ text: errorText(error), error: true })
    } finally {
      setUndoing(false)
    }
  }
}

const keysOf = (ids: number[]) => ids.flatMap((one, index) => ids.slice(index + 1).map(other => pairKey(one, other)))
