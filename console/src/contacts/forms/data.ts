import { queryOptions } from '@tanstack/react-query'
import { type Form, muster, type Operations, queries } from '../../api.ts'

export type FormKind = Form['kind']
export type FormType = Form['type']
export type FormVersion = Operations['forms.versions']['response']['data']['versions'][number]

export const kinds = ['consent', 'level_of_support', 'custom_fields', 'survey', 'presence_status', 'tasks'] as const
export const types = ['radio', 'select', 'checkbox', 'text', 'numeric', 'date'] as const

export const hasChoices = (type: FormType) => type === 'radio' || type === 'select' || type === 'checkbox'

/** In the order in which they are asked. */
export const inOrder = (forms: readonly Form[]) => [...forms].sort((a, b) => a.position - b.position || a.id - b.id)

/** All forms of the space, with archived ones. */
export const allFormsQuery = queryOptions({
  queryKey: ['forms', 'all'],
  queryFn: async ({ signal }) =>
    inOrder((await muster.forms.list({ archived: true, limit: 1000 }, { signal })).data.forms),
})

/** A form with its ETag. */
export const formQuery = (id: number) =>
  queryOptions({
    queryKey: ['forms', 'one', id],
    queryFn: async ({ signal }) => {
      const { body, etag } = await muster.request('forms.read', { id }, { signal })
      return { form: body.data.form, etag: etag ?? undefined }
    },
  })

export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['forms', 'one', id, 'versions'],
    queryFn: async ({ signal }) => (await muster.forms.versions({ id }, { signal })).data.versions,
  })

/** The roles and teams that a form can be limited to. */
export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) => (await muster.roles.list({}, { signal })).data.roles,
})

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: async ({ signal }) => (await muster.teams.list({ limit: 1000 }, { signal })).data.teams,
})

export type FormInput = Operations['forms.create']['args']['data']['form']
export type FormChange = Operations['forms.update']['args']['data']['form']

export async function createForm(form: FormInput) {
  const { data } = await muster.forms.create({ data: { form } })
  await refresh()
  return data.form
}

export async function changeForm(id: number, form: FormChange, if_match?: string) {
  const { data } = await muster.forms.update({ id, data: { form } }, if_match ? { if_match } : {})
  await refresh()
  return data.form
}

/** Shows the new order at once, and the stored one again if it could not be saved. */
export async function orderForms(kind: FormKind, form_ids: number[]) {
  queries.setQueryData(
    allFormsQuery.queryKey,
    forms =>
      forms && inOrder(forms.map(form => (form.kind === kind ? { ...form, position: placeOf(form_ids, form) } : form))),
  )
  try {
    await muster.forms.order({ type: kind, data: { form_ids } })
  } finally {
    await refresh()
  }
}

const placeOf = (ids: number[], { id, position }: Form) => (ids.includes(id) ? ids.indexOf(id) : ids.length + position)

const refresh = () => queries.invalidateQueries({ queryKey: ['forms'] })
