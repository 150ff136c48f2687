import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queries } from '../../api.ts'
import { useMe } from '../../use_me.ts'
import { areaParts } from '../area_parts.ts'
import { type RecentRecord, rememberRecord } from './recent.ts'

type Kind = RecentRecord['kind']

/** Remembers the record that is open, for the command palette. */
export function useRememberOpened(payment: string) {
  const { pathname, searchStr } = useLocation()
  const { user, space } = useMe()
  useEffect(() => {
    const open = openRecord(pathname, searchStr)
    if (!open) return
    const owner = { user: { id: user.id }, space: { id: space.id } }
    const remember = () => {
      const named = areaParts().labelOf(open.kind, open.id, payment)
      if (named) rememberRecord(owner, { ...open, ...named })
      return named !== undefined
    }
    if (remember()) return
    const stop = queries.getQueryCache().subscribe(() => {
      if (remember()) stop()
    })
    return stop
  }, [pathname, searchStr, user.id, space.id, payment])
}

function openRecord(pathname: string, search: string): { kind: Kind; id: number } | undefined {
  const page = /^\/(contacts|payments|teams|actions)(?:\/(\d+))?$/.exec(pathname)
  const id = Number(page?.[2] ?? new URLSearchParams(search).get('open'))
  return page && Number.isSafeInteger(id) && id > 0 ? { kind: page[1] as Kind, id } : undefined
}
