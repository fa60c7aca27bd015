// Builds a request for any endpoint from its description in the contract.
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

export interface EndpointRequest {
  method: string
  path: string
  body?: unknown
}

/** Takes path parameters out of the input; the rest becomes the query (GET, DELETE) or the body (POST, PUT). */
export function requestFor({ method, path }: Endpoint, input: Record<string, unknown> = {}): EndpointRequest {
  const rest = new Map(Object.entries(input))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name) ?? 'operation-1')
    rest.delete(name)
    return encodeURIComponent(value)
  })
  if (method === 'POST' || method === 'PUT') return { method, path: filled, body: Object.fromEntries(rest) }
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString()
  return { method, path: query === '' ? filled : `${filled}?${query}` }
}

/** Whether the input names an object of a user: `id`, `conversationId`, `before`. Plans belong to the catalogue. */
export const namesObject = ({ input }: Endpoint): boolean => {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).some((name) => /^(?:id|file|before|after)$|Id$/.test(name) && name !== 'planId')
}
