import { queryOptions } from '@tanstack/react-query'
import { muster, type Operations, queries, type Relationship } from '../../api.ts'

export type NewRelationship = Operations['relationships.create']['args']['data']

/** What another contact can be to this one, in the order in which they are offered. */
export const kinds = [
  'partner',
  'parent',
  'child',
  'sibling',
  'friend',
  'colleague',
  'employer',
  'employee',
  'caregiver',
  'cared_for',
  'other',
] as const satisfies readonly Relationship['kind'][]

// A contact has at most 200 relationships.
const list_max = 200

export const relationshipsQuery = (contact_id: number) =>
  queryOptions({
    queryKey: ['contacts', contact_id, 'relationships'],
    queryFn: async ({ signal }) =>
      (await muster.relationships.list({ id: contact_id, limit: list_max }, { signal })).data,
    throwOnError: false,
  })

/** Both contacts show the relationship. */
const refresh = (...contact_ids: number[]) =>
  Promise.all(contact_ids.map(id => queries.invalidateQueries({ queryKey: ['contacts', id, 'relationships'] })))

export async function createRelationship(contact_id: number, relationship: NewRelationship) {
  const { data } = await muster.relationships.create({ id: contact_id, data: relationship })
  await refresh(contact_id, relationship.contact_id)
  return data
}

export async function removeRelationship(contact_id: number, { id, contact }: Relationship) {
  await muster.relationships.remove({ id })
  await refresh(contact_id, contact.id)
}
