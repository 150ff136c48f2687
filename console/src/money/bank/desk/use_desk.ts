import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankLine } from '../../../api.ts'
import { errorText } from '../../../components/error_text.ts'
import { countSettled, refreshBank, undoLines } from '../data.ts'

/** Something that was done at the desk and can be undone. */
export interface Deed {
  text: string
  line_ids: number[]
}

/** Settles a line on the server, and answers with the line as it is then. */
export type SettleLine = () => Promise<{ data: BankLine }>

/** Lines leave the list before the server has answered. A refused one comes back with the reason. */
export function useDesk() {
  const { t } = useTranslation('bank')
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set())
  const [unsent, setUnsent] = useState<readonly BankLine[]>([])
  const [refusals, setRefusals] = useState<Record<number, string>>({})
  const [deeds, setDeeds] = useState<Deed[]>([])
  const [message, setMessage] = useState<{ text: string; error: boolean }>()

  // Not state: a second key press can come before the first is rendered.
  const sent = useRef(new Set<number>())
  const settle = async (line: BankLine, text: string, write: SettleLine) => {
    const { id } = line
    if (sent.current.has(id)) return
    sent.current.add(id)
    setLeaving(ids => new Set([...ids, id]))
    setUnsent(lines => [...lines, line])
    const answered = () => setUnsent(lines => lines.filter(one => one.id !== id))
    setRefusals(({ [id]: _, ...others }) => others)
    try {
      const { data } = await write()
      answered()
      countSettled(line, data.state)
      done({ text, line_ids: [id] })
      await refreshBank()
    } catch (error) {
      answered()
      setRefusals(others => ({ ...others, [id]: errorText(error) }))
      // Another person may have settled it.
      void refreshBank()
    } finally {
      sent.current.delete(id)
      setLeaving(ids => new Set([...ids].filter(one => one !== id)))
    }
  }
  const done = (deed: Deed) => {
    setDeeds(before => [...before, deed])
    setMessage({ text: deed.text, error: false })
  }
  const undo = async (deed: Deed | undefined) => {
    if (!deed) return
    // Lines that are open again have nothing left to undo.
    setDeeds(before => before.filter(({ line_ids }) => !line_ids.every(id => deed.line_ids.includes(id))))
    try {
      await undoLines(deed.line_ids)
      setMessage({ text: t('deed.undone', { what: deed.text }), error: false })
    } catch (error) {
      setMessage({ text: errorText(error), error: true })
    }
    await refreshBank()
  }
  return {
    leaving,
    unsent,
    refusals,
    message,
    last: deeds.at(-1),
    settle,
    undo,
    done,
    fail: (error: unknown) => setMessage({ text: errorText(error), error: true }),
  }
}

export type Desk = ReturnType<typeof useDesk>
