import { z } from 'zod'
import type { Permission } from './permissions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call. `public`: everybody. `user`: the bearer of a valid access token. `session`: additionally, the session
 * behind the token must be alive, so that signing out takes effect at once. The Worker looks it up in the primary
 * database; where nothing else of the account is needed, the user's object checks it instead, from a copy that is at most a minute
 * old and that signing out removes at once. `operator`: the holder of the operators' token, or an operator whose second factor was
 * proven and whose role has the `permission`; for users the call does not exist.
 */
export type Access = 'public' | 'user' | 'session' | 'operator'

/** One call of the API, described once: the server mounts it, the browser calls it, and a test checks all of them. */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  method: Method
  /** Relative to `/api`; `:name` segments are taken from the input. */
  path: `/${string}`
  access: Access
  /** What the operator's role must allow; calls of operators only. */
  permission?: Permission
  /** Shows a user's data: each call is a line of the operators' record, so pages make it only when an operator asks. */
  recorded?: true
  /** Path parameters, query (GET, DELETE) or body (POST, PUT), as one object. */
  input: Input
  /** The `data` of the envelope. */
  output: Output
}

/** Where it is not a call of operators it says who may call; a call of operators says what their role must allow. */
type Admission = { access: Access } | { permission: Permission }

type Description<Input extends z.ZodType, Output extends z.ZodType> = Admission &
  Pick<Endpoint, 'recorded'> & {
    /** Its method and path. */
    call: `${Method} ${Endpoint['path']}`
    /** Absent: the call takes nothing. */
    input?: Input
    /** Absent: the `data` is empty. */
    output?: Output
  }

const nothing = z.object({})

export function endpoint<Input extends z.ZodType = typeof nothing, Output extends z.ZodType = typeof nothing>({
  call,
  ...described
}: Description<Input, Output>): Endpoint<Input, Output> {
  const [method, path] = call.split(' ') as [Method, Endpoint['path']]
  const taken = { input: nothing as unknown as Input, output: nothing as unknown as Output }
  return { method, path, access: 'operator', ...taken, ...described }
}
