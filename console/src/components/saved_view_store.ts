import { queries } from '../api.ts'

export interface ViewName {
  name: string
  shared: boolean
}

/** Stores the saved views of a list. `Shown` is what a view keeps of it. */
export interface SavedViewStore<Shown> {
  create: (view: ViewName & Shown) => Promise<{ id: number }>
  update: (id: number, change: Partial<ViewName & Shown>) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
}

interface Operations<Shown> {
  create: (args: { data: ViewName & Shown }) => Promise<{ data: { id: number } }>
  update: (args: { id: number; data: Partial<ViewName & Shown> }) => Promise<unknown>
  remove: (args: { id: number }) => Promise<unknown>
}

/** Stores them on the server and refreshes the list of views after each change. */
export function savedViewStore<Shown>(views: Operations<Shown>, queryKey: readonly unknown[]): SavedViewStore<Shown> {
  const renewed = async <Answer>(answer: Promise<Answer>) => {
    const given = await answer
    await queries.invalidateQueries({ queryKey })
    return given
  }
  return {
    create: async view => (await renewed(views.create({ data: view }))).data,
    update: (id, change) => renewed(views.update({ id, data: change })),
    remove: id => renewed(views.remove({ id })),
  }
}
