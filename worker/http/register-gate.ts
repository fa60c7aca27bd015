// With REGISTER_KEY set, calls that give personal data are taken from the register inside the country alone: it has recorded them first
// (contract/register.ts). Loaded only in such an installation.
import { createHash, createHmac } from 'node:crypto'
import {
  pathInRegister,
  recordId,
  registeredKindOf,
  registerHeaders,
  signatureValidMs,
  signedText
} from '#contract/register.ts'
import { isSignature } from '#data/base/signature.ts'
import { adoptRegisterId } from '#data/directory/registered.ts'
import { limiterOf } from '#durable-objects/stubs.ts'
import { proxiedAddressHeader } from './client-address.ts'
import type { AppContext } from './context.ts'
import { AppError } from './errors.ts'
import { logFailure } from './log-failure.ts'

const timeForm = /^\d{13}$/

/** The id of the record, if the register has signed exactly this call in the last two minutes; null for all others. */
async function signedId(c: AppContext, key: string): Promise<string | null> {
  const [id = '', time = '', signature = ''] = (['id', 'time', 'signature'] as const).map((name) =>
    c.req.header(registerHeaders[name])
  )
  if (!recordId.safeParse(id).success || !timeForm.test(time)) return null
  if (Math.abs(Date.now() - Number(time)) > signatureValidMs) return null
  const bodyDigest = createHash('sha256')
    .update(new Uint8Array(await c.req.arrayBuffer()))
    .digest('base64url')
  const { method, path } = c.req
  const client = c.req.header(proxiedAddressHeader) ?? ''
  const text = signedText({ method, path, bodyDigest, id, time, client })
  if (!isSignature(signature, createHmac('sha256', key).update(text).digest())) return null
  // A signature counts once. A person's repetition has the same id with another time.
  const rule = { key: `${id}:${time}`, limit: 1, windowMs: 2 * signatureValidMs }
  return (await limiterOf(c.env, `register:${id.slice(0, 2)}`).take([rule])).allowed ? id : null
}

/** @throws AppError REGISTER_UNREACHABLE for a call that went round the register */
export async function passRegister(c: AppContext, key: string, next: () => Promise<void>): Promise<void> {
  const isOwn = pathInRegister(c.req.path).startsWith('/register/')
  if (!isOwn && registeredKindOf(c.req.method, c.req.path) === null) return next()
  const id = await signedId(c, key)
  if (id === null) throw new AppError(isOwn ? 'NOT_FOUND' : 'REGISTER_UNREACHABLE')
  c.set('registerId', id)
  await next()
  const userId = c.var.addressChangedOf ?? c.var.caller?.userId
  if (userId === undefined || !c.res.ok) return
  // What the call asked for is done: its answer stands, and the register learns the person from a later one.
  const person = await adoptRegisterId(c.var.directory, userId, id).catch((error: Error) => logFailure(c, error))
  if (person) c.res.headers.set(registerHeaders.person, person)
}
