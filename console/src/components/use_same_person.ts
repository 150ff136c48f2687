import { useRef, useState } from 'react'
import { muster, type Operations, type SimilarContact } from '../api.ts'
import { useMe } from '../use_me.ts'

type Person = Operations['duplicates.findSimilar']['args']['data']

const answer_ms_max = 3000

/**
 * Looks for stored contacts before one is created. `ask` resolves to the chosen contact, to 'create', or to 'back'; without similar contacts it is
 * 'create' at once, also if the search fails: it must not prevent the work. The search refuses what creation refuses, whose errors then come before the
 * question. Of a mobile number that is not valid, `warnOfMobile` decides whether the user first corrects it.
 */
export function useSamePerson() {
  const { may } = useMe()
  const [similar, setSimilar] = useState<readonly SimilarContact[]>([])
  const answer = useRef<(choice: SamePersonAnswer) => void>(undefined)
  const close = (choice: SamePersonAnswer) => {
    setSimilar([])
    answer.current?.(choice)
  }
  const asking = useRef(false)
  const ask = async (person: Person, warnOfMobile = () => false): Promise<SamePersonAnswer> => {
    if (!may('contacts:read')) return 'create'
    // A double click asks once.
    if (asking.current) return 'back'
    asking.current = true
    const { data: found, invalid_numbers } = await findSimilar(person)
    asking.current = false
    if (invalid_numbers.includes('mobile') && warnOfMobile()) return 'back'
    if (found.length === 0) return 'create'
    setSimilar(found)
    return new Promise(resolve => {
      answer.current = resolve
    })
  }
  const dialog = {
    similar,
    onUse: (contact: SimilarContact['contact']) => close(contact),
    onCreate: () => close('create'),
    onBack: () => close('back'),
  }
  return { ask, dialog }
}

export type SamePersonAnswer = SimilarContact['contact'] | 'create' | 'back'

const findSimilar = (person: Person) =>
  muster.duplicates.findSimilar({ data: person }, { signal: AbortSignal.timeout(answer_ms_max) }).then(
    answer => answer,
    () => ({ data: [], invalid_numbers: [] as string[] }),
  )
