// Calls the API as an operator.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { answered } from './person.ts'
import { wholeApp } from './whole-app.ts'

export const operatorToken = 'operator-token-operator-token-operator-token'

interface Operating {
  token?: string
  /** Bindings that the test replaces. */
  bindings?: object
}

/** The answer as it is sent. */
export async function responseTo(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  { token = operatorToken, bindings = {} }: Operating = {}
): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(`${env.SITE_ORIGIN}/api/operator${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : { 'x-operator': 'anna' })
    },
    ...(body ? { body: JSON.stringify(body) } : {})
  })
  const response = await wholeApp.fetch(request, { ...env, OPERATOR_TOKEN: operatorToken, ...bindings }, context)
  await waitOnExecutionContext(context)
  return response
}

export const operate = async (...asked: Parameters<typeof responseTo>) => answered(await responseTo(...asked))

let keys = 0

/** Who, why, and a key of its own for each call. */
export const because = (reason = 'Проверено по выписке банка') => ({
  operator: 'anna',
  reason,
  idempotency_key: `operator-key-${++keys}`
})

/** Has money returned as an operator does in the console. @param amount_kopecks all that is left when it is omitted */
export const orderRefund = (
  paymentId: string,
  { amount_kopecks = null, ...more }: { amount_kopecks?: number | null; idempotency_key?: string } = {},
  operating: Operating = {}
) => operate('POST', `/payments/${paymentId}/refunds`, { ...because(), amount_kopecks, ...more }, operating)
