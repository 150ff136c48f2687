import { queries } from '../api.ts'

export interface Named {
  name: string
  shared: boolean
}

/** How views of a list are kept. `Shown` is what a view remembers of it. */
export interface ViewKeeper<Shown> {
  create: (view: Named & Shown) => Promise<{ id: number }>
  update: (id: number, change: Partial<Named & Shown>) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
}

interface Operations<Shown> {
  create: (args: { data: Named & Shown }) => Promise<{ data: { id: number } }>
  update: (args: { id: number; data: Partial<Named & Shown> }) => Promise<unknown>
  remove: (args: { id: number }) => Promise<unknown>
}

/** Keeps them on the server, and has the list of views asked for anew after each change. */
export function keeperOf<Shown>(views: Operations<Shown>, queryKey: readonly unknown[]): ViewKeeper<Shown> {
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
