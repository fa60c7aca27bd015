// All calls of the console. It is known by its own cookie; the token of the user goes only with the calls of signing in.
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { readOperatorSession } from '#contract/operator/access/session.ts'
import { ApiError } from '../../../src/base/http/api-error.ts'
import { parseOutput } from '../../../src/base/http/parse-output.ts'
import { queryClient } from '../../../src/base/http/query-client.ts'
import { apiBase, dataOf, send } from '../../../src/base/http/transport.ts'
import { requestOf } from '../../../src/base/session/client.ts'

const timeoutMs = 60_000

export const keyOf = <Input extends z.ZodType, Output extends z.ZodType>(
  { method, path }: Endpoint<Input, Output>,
  input: z.input<Input>
) => ['operator', method, path, input] as const

/** Of a list that is read part by part: its data have another shape than those of the same call as a whole. */
export const partsKeyOf = <Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>
) => [...keyOf(endpoint, input), 'parts'] as const

export const sessionKey = keyOf(readOperatorSession, {})
export const isSessionKey = ([, method, path]: readonly unknown[]): boolean =>
  method === readOperatorSession.method && path === readOperatorSession.path

/** Of what is shown: not who has entered, and not the call that begins to connect an authenticator. */
export const isReadKey = (key: readonly unknown[]): boolean => key[0] === 'operator' && !isSessionKey(key)

/** The API's answer to a caller who is not an operator: as for an address that does not exist. */
export const isNoOperator = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 404)

/**
 * Calls an endpoint of operators and resolves to the `data` of its answer. Throws `ApiError`.
 * A refusal that may mean the end of the session has it read again: `useOperator` then shows the sign-in.
 */
export async function call<Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  signal?: AbortSignal
): Promise<z.output<Output>> {
  const { path, body } = requestOf(endpoint, input)
  const timeout = AbortSignal.timeout(timeoutMs)
  const init: RequestInit = {
    method: endpoint.method,
    headers: body === null ? {} : { 'content-type': 'application/json' },
    body,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout
  }
  try {
    return parseOutput(endpoint, await dataOf(await send(path, init, null)))
  } catch (error) {
    if (isNoOperator(error) && endpoint.path !== readOperatorSession.path)
      void queryClient.invalidateQueries({ queryKey: sessionKey })
    throw error
  }
}

/** Where a call that answers with a file is downloaded from. */
export const fileHref = <Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>
): string => apiBase + requestOf(endpoint, input).path
