// How the platform tells a user that a long job has ended while no page is open.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Only jobs that took at least this long send a message. */
export const longJobSeconds = 45

/** browser: a message on the devices that allow it. mail: to the account's address. none: not at all. */
const readyChannel = z.enum(['browser', 'mail', 'none'])
export type ReadyChannel = z.infer<typeof readyChannel>

/** More devices than one person has; one more replaces the oldest. */
export const pushDevicesMax = 10

const readySettings = z.object({
  /** Null: the user was never asked. */
  channel: readyChannel.nullable(),
  /** The public key that browsers subscribe with, in base64url. */
  publicKey: z.string(),
  /** The devices that get messages. The id is the SHA-256 of the address of a subscription, in hexadecimal digits. */
  devices: z.array(z.object({ id: z.string(), createdAt: z.number() }))
})
export type ReadySettings = z.infer<typeof readySettings>

export const readReadySettings = endpoint({
  call: 'GET /user/ready',
  access: 'session',
  output: readySettings
})

/** Chooses the way. Any other than `browser` also forgets all devices. */
export const chooseReadyChannel = endpoint({
  call: 'PUT /user/ready',
  access: 'session',
  input: z.object({ channel: readyChannel }),
  output: readySettings
})

/** How many characters of base64url so many bytes take. */
const keyOf = (bytes: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 8) / 6)}}$`))

/** Adds the browser of this session with its subscription, as `PushSubscription.toJSON()` gives it, and chooses `browser`. */
export const addPushDevice = endpoint({
  call: 'POST /user/ready/devices',
  access: 'session',
  input: z.object({ endpoint: z.string().max(1000), p256dh: keyOf(65), auth: keyOf(16) }),
  output: readySettings
})

/** Removes one device of the caller. */
export const removePushDevice = endpoint({
  call: 'DELETE /user/ready/devices/:id',
  access: 'session',
  input: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: readySettings
})
