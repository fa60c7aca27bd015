// What build steps that leave out a part of a module read of its syntax tree.

/** From where to where something stands in the source. */
export interface Range {
  start: number
  end: number
}

/** The part of a syntax tree that is looked at. */
export interface Node extends Range {
  type: string
  [part: string]: unknown
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** The name that an identifier spells; undefined for anything else. */
export const nameOf = (node: unknown): unknown => (isNode(node) && node.type === 'Identifier' ? node.name : undefined)

/** All nodes below a value, those outside before those in them. */
export function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item)
  else if (isNode(value)) {
    yield value
    for (const part of Object.values(value)) if (typeof part === 'object') yield* nodesIn(part)
  }
}

/** The range with the comma after it. */
export const withComma = (source: string, { start, end }: Range): Range => ({
  start,
  end: source[end] === ',' ? end + 1 : end
})

/** The source with blanks in some ranges: as long, so that everything else keeps its place for the source map. */
export const without = (source: string, ranges: readonly Range[]): string =>
  ranges.reduce(
    (left, { start, end }) => left.slice(0, start) + left.slice(start, end).replaceAll(/[^\n]/g, ' ') + left.slice(end),
    source
  )
