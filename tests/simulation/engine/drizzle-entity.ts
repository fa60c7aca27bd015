// Stands before drizzle's own file, which climbs up the classes of a value for each of the dozens of times that a statement asks what its
// parts are. What it has said of a class is kept: it took a fourteenth of all runs.
import { is as decides } from 'drizzle-orm/entity'

export { entityKind, hasOwnEntityKind } from 'drizzle-orm/entity'

type Kind = Parameters<typeof decides>[1]

/** By the class of a value, kept at the kind itself: classes below it inherit the property, and it is not theirs. */
interface Said {
  kind: Kind
  of: Map<object, boolean>
}

const said = Symbol('said')

function saidOf(kind: Kind & { [said]?: Said }): Said {
  const known = kind[said]
  if (known?.kind === kind) return known
  return (kind[said] = { kind, of: new Map() })
}

/** As drizzle's own, which looks at nothing of a value but its class. */
export function is(value: unknown, kind: Kind): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { of } = saidOf(kind)
  const prototype = Object.getPrototypeOf(value) as object
  const known = of.get(prototype)
  if (known !== undefined) return known
  const found = decides(value, kind)
  of.set(prototype, found)
  return found
}
