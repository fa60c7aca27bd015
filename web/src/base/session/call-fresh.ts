// Calls that the server makes only after a fresh sign-in. Apart from client.ts, because most pages make none.
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { freshSignInNeeded, type ProofWay } from '#contract/second-step.ts'
import { ApiError } from '../http/api-error.ts'
import { onNewPage } from '../storage/page-store.ts'
import { call, type CallOptions } from './client.ts'
import { freshProof } from './fresh-proof.ts'
import { ownerOf, storedTokens } from './token-storage.ts'
import { onUserLeft } from './user-left.ts'

/** The calls that wait for the same proof. */
let waiting: ((isProven: boolean) => void)[] = []

onNewPage(() => {
  waiting = []
})

/** What the user can prove with, when that is what the call was refused for. */
function waysIn(error: unknown): ProofWay[] | null {
  if (!(error instanceof ApiError) || error.code !== 'FRESH_SIGN_IN_REQUIRED') return null
  const { data } = freshSignInNeeded.safeParse(error.data)
  return data?.ways ?? []
}

/** Resolves to false when the user does not want to. */
const proven = (ways: ProofWay[]): Promise<boolean> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    const shown = freshProof.getState()
    if (!shown?.isOpen)
      freshProof.setState({ isOpen: true, ways, turn: (shown?.turn ?? 0) + 1, onClose: callOff }, true)
  })

/** Closes the dialog. The calls that waited for it are made again, or end as called off. */
export function endProof(isProven: boolean): void {
  const shown = freshProof.getState()
  if (shown) freshProof.setState({ ...shown, isOpen: false }, true)
  const ended = waiting
  waiting = []
  for (const resolve of ended) resolve(isProven)
}

const callOff = () => endProof(false)

// Calls that wait for a proof are those of the user who has left: another user proves nothing for them.
onUserLeft(callOff)

/**
 * `call`. When it is refused because the sign-in is not fresh, the user proves in a dialog who they are, and it is made once more.
 * Throws an `AbortError` when the user closes the dialog: nothing has changed, and nothing is to be said (`useSingleMutation` says nothing).
 */
export async function callFresh<Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  options?: CallOptions
): Promise<z.output<Output>> {
  const asking = ownerOf(storedTokens().accessToken)
  try {
    return await call(endpoint, input, options)
  } catch (error) {
    const ways = waysIn(error)
    if (ways === null) throw error
    const isProven = await proven(ways)
    // Another tab may have signed in as somebody else, and this page has not noticed yet.
    if (!isProven || ownerOf(storedTokens().accessToken) !== asking)
      throw new DOMException('The user has not proven who they are', 'AbortError')
    return call(endpoint, input, options)
  }
}
