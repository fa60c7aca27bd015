// How an operation that was reserved, but whose work never began, is reserved again. The journal is append-only and an
// id in it ends once, so each later attempt has an id of its own there. Outside the wallet only the operation's id is
// known. Pure. Must never begin an operation again that may have reached a provider.

/** The outcome of a reservation that was released because its work had no owner and was never dispatched. */
export const notBegun = 'not-begun'

/**
 * The outcome of a reservation that a tab of calls released for another one in the same commit: for a larger one as it grows, for a
 * smaller one or none once no call has used it for a while. Nothing ends with it, so no history shows it.
 */
export const grown = 'grown'

/** The id of an attempt in the journal, from 1. `~` never occurs in an id from a client. */
const attemptIdOf = (operationId: string, attempt: number): string =>
  attempt === 1 ? operationId : `${operationId}~${attempt}`

/** The operation of an id in the journal. */
export const operationIdOf = (attemptId: string): string => attemptId.replace(/~\d+$/, '')

/**
 * The newest attempt at an operation.
 * @param find what the journal holds about the id of an attempt
 */
export function newestAttempt<Stored extends { ending: { outcome: string } | null }>(
  operationId: string,
  find: (attemptId: string) => Stored | null
): { id: string; stored: Stored | null; nextId: string } {
  let [attempt, stored] = [1, find(operationId)]
  while (stored?.ending?.outcome === notBegun) {
    const next = find(attemptIdOf(operationId, attempt + 1))
    if (!next) break
    stored = next
    attempt += 1
  }
  return { id: attemptIdOf(operationId, attempt), stored, nextId: attemptIdOf(operationId, attempt + 1) }
}
