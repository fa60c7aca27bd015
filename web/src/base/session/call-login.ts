// Apart from session-store.ts, which is loaded long before anybody signs in.
import type { z } from 'zod'
import { login } from '#contract/sign-in.ts'
import { callProving } from './call-proving.ts'

/** A sign-in. @param onProof the browser has to prove some work first */
export const callLogin = (credentials: z.input<typeof login.input>, onProof: () => void) =>
  callProving(login, credentials, onProof)
