// What the stand-ins answer in place of a result, and the keys that they accept.
import type { JsonObject } from './json.ts'

export interface ErrorReply {
  status: 400 | 401 | 402 | 403 | 404 | 422 | 429 | 500 | 503 | 529
  body: JsonObject | JsonObject[]
  headers?: Record<string, string>
}

/** What is wrong with a request; each upstream formats the error in its own way. */
export interface Problem {
  message: string
  param: string | null
  code: string | null
}

/** The key in `authorization: Bearer …`. */
export function bearerKeyOf(headers: Headers): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** The sandbox accepts any key except one that contains `invalid`. */
export function isWrongKey(key: string): boolean {
  return key.includes('invalid')
}
