// Which works are selected, and from where a range with Shift begins. Pure.

export interface Selection {
  ids: ReadonlySet<string>
  /** The work that was last selected alone. */
  anchor: string | null
}

export const nothing: Selection = { ids: new Set(), anchor: null }

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Adds all works from the anchor up to this one. @param order all works of the list */
export function extended(selection: Selection, id: string, order: readonly { id: string }[]): Selection {
  const from = order.findIndex((work) => work.id === selection.anchor)
  const to = order.findIndex((work) => work.id === id)
  if (from < 0 || to < 0) return { ids: new Set(selection.ids).add(id), anchor: id }
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range.map((work) => work.id)]), anchor: selection.anchor }
}

export const all = (order: readonly { id: string }[]): Selection => ({
  ids: new Set(order.map(({ id }) => id)),
  anchor: order[0]?.id ?? null
})

/** Without what is no longer in the list; the same object when nothing is missing. */
export function kept(selection: Selection, order: readonly { id: string }[]): Selection {
  if (selection.ids.size === 0) return selection
  const there = new Set(order.map(({ id }) => id))
  if ([...selection.ids].every((id) => there.has(id))) return selection
  return {
    ids: new Set([...selection.ids].filter((id) => there.has(id))),
    anchor: selection.anchor !== null && there.has(selection.anchor) ? selection.anchor : null
  }
}
