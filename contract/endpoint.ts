import type { z } from 'zod'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: `public` anybody; `user` the bearer of a valid access token; `session` the same, and the session
 * behind the token is looked up on the primary, so that signing out and revoking bite at once (money, account).
 */
export type Access = 'public' | 'user' | 'session'

/** One call of the API, described once: the server mounts it, the browser calls it, a test walks all of them. */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  method: Method
  /** Below `/api`; `:name` segments are taken from the input. */
  path: `/${string}`
  access: Access
  /** Path parameters, query (GET, DELETE) or body (POST, PUT), as one object. */
  input: Input
  /** The `data` of the envelope. */
  output: Output
}

export const endpoint = <Input extends z.ZodType, Output extends z.ZodType>(
  described: Endpoint<Input, Output>
): Endpoint<Input, Output> => described
