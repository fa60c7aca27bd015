// Where a turn goes in the tree of a conversation's messages. Every message follows one other; those that follow the same
// one are versions of each other.

/** Stands for the message before the first one. */
export const beforeTheFirst = 0

/**
 * `below`: it continues the path that ended with this message, after whatever was added to that path meanwhile. `after`: a
 * question directly after this message, beside the one that is there. `answers`: no question, but another answer to this one.
 */
export type TurnPlace = { below: number } | { after: number } | { answers: number }

/** Whether the turn begins a branch of its own. A turn without a conversation has no place. */
export const isBranching = (place: TurnPlace | undefined): place is Exclude<TurnPlace, { below: number }> =>
  place !== undefined && !('below' in place)

/** The end of the path that a turn continues; undefined: it begins a branch, or its place is not known. */
export const endBefore = (place: TurnPlace | undefined): number | undefined =>
  place && 'below' in place ? place.below : undefined

/** The place of a turn after another one begins a branch: a turn that continued from the same message becomes its neighbour. */
export const forkedBy = (place: TurnPlace | undefined, other: TurnPlace | undefined): TurnPlace | undefined =>
  place && 'below' in place && other && 'after' in other && other.after === place.below ? { after: place.below } : place
