// How an operator enters the console: with the ordinary account and a code of an authenticator (TOTP, RFC 6238). The session
// of the console is a cookie of its own, which a user's token cannot make and which ends with the user's session.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { operatorRoles, type Permission } from '../../permissions.ts'

const factor = z.object({
  /** `enrol`: no authenticator is connected yet, so each call returns a new secret for one. */
  state: z.enum(['enrol', 'enter']),
  name: z.string(),
  /** Base32, for typing in; null with `enter`. */
  secret: z.string().nullable(),
  /** `otpauth://…`, for a QR code; null with `enter`. */
  uri: z.string().nullable()
})
export type Factor = z.infer<typeof factor>

/** 404 for a user who is not an operator. 409: the time to connect an authenticator has passed. */
export const beginFactor = endpoint({
  call: 'POST /operator/factor',
  access: 'session',
  output: z.object({ factor })
})

const operatorSession = z.object({
  name: z.string(),
  role: z.enum(operatorRoles),
  entered_at: z.number(),
  /** When the session ends in any case; without use it ends earlier. */
  ends_at: z.number(),
  /** The server's clock. An API of before has told none: then that of the device has to do. */
  now: z.number().default(() => Date.now())
})
export type OperatorSession = z.infer<typeof operatorSession>

/** Proves the second factor, and sets the cookie of the console. `INVALID_CODE`: wrong, or used before. */
export const enterConsole = endpoint({
  call: 'POST /operator/session',
  access: 'session',
  input: z.object({
    code: z
      .string()
      .transform((typed) => typed.replaceAll(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'Введите шесть цифр'))
  }),
  output: z.object({ session: operatorSession })
})

const permission: Permission = 'console.use'

export const readOperatorSession = endpoint({
  call: 'GET /operator/session',
  access: 'operator',
  permission,
  output: z.object({ session: operatorSession })
})

export const leaveConsole = endpoint({
  call: 'DELETE /operator/session',
  access: 'operator',
  permission
})
