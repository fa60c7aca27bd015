// A duty of the clock: tells a user that a long job has ended, in the way that the user has chosen. Each device is told
// once: the outcome is stored after each device. A mail is added to the stored mails under its own id.
import { createHash } from 'node:crypto'
import { type Directory, openDirectory } from '#data/base/database.ts'
import { claimedUntil, type Lease } from '#data/directory/due-rows.ts'
import { addOutgoingMail } from '#data/directory/outgoing-mails.ts'
import {
  claimReadyMessage,
  noteReadyMessage,
  type PushDevice,
  readyChoice,
  type ReadyMessage,
  removeDevice
} from '#data/directory/ready.ts'
import type { Environment } from '#domain/environment.ts'
import { isPushAddress } from '#domain/push-address.ts'
import { isActiveSession } from '#domain/session.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { type PushSender, sendPush } from '#providers/push/web-push.ts'
import { readyOnDevice } from '../jobs/ready-texts.ts'

const minuteMs = 60_000
/** Far longer than telling ten devices takes, so that no device gets two messages. */
const claimMs = 5 * minuteMs
const firstPauseMs = minuteMs
const pauseMaxMs = 30 * minuteMs
/** Later than this a message would only be a nuisance. */
const patienceMs = 6 * 60 * minuteMs
const sendsMax = 6

export type ReadyOutcome = 'sent' | 'dropped' | 'failed' | 'void'

interface Run {
  env: Env
  environment: Environment
  directory: Directory
  message: ReadyMessage
  now: number
}

const close = ({ directory, message }: Run, sentAt: number | null) =>
  noteReadyMessage(directory, message.id, { doneDevices: message.doneDevices, sendAt: null, sentAt })

/** An open page shows the end without a message. */
async function orderMail(run: Run): Promise<ReadyOutcome> {
  const { env, directory, message, now } = run
  const { id, userId, facts } = message
  const isSeen = await userOf(env, userId).hasOpenPage()
  if (!isSeen)
    await addOutgoingMail(directory, { id: `ready:${id}`, userId, facts: { kind: 'ready', ready: facts }, now })
  await close(run, isSeen ? null : now)
  return isSeen ? 'dropped' : 'sent'
}

const senderOf = ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, MAIL_FROM_EMAIL }: Environment): PushSender => ({
  keys: { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY },
  contact: `mailto:${MAIL_FROM_EMAIL}`
})

/** Services replace a message of the same topic that waits for its browser. */
const topicOf = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 32)

type Told = 'told' | 'over' | 'later'

/** @returns over: the device got no message and is not tried again */
async function tell({ environment, directory, message }: Run, sender: PushSender, device: PushDevice): Promise<Told> {
  if (!isPushAddress(device.endpoint, environment.PUSH_ORIGINS)) return 'over'
  try {
    const outcome = await sendPush(sender, device, {
      payload: readyOnDevice(message.facts),
      topic: topicOf(message.id),
      lifetimeSeconds: patienceMs / 1000
    })
    if (outcome === 'taken') return 'told'
    await removeDevice(directory, message.userId, device.id)
    return 'over'
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
    report(message.userId, { event: 'ready-message-failed', jobId: message.id, failure })
    // Any other error is about the keys of this device, which do not change, so a retry would fail too.
    return error instanceof ProviderFailure && error.retryable ? 'later' : 'over'
  }
}

async function tellDevices(run: Run, sender: PushSender, devices: readonly PushDevice[]): Promise<ReadyOutcome> {
  const { directory, message, now } = run
  const done = new Set(message.doneDevices)
  let { sentAt } = message
  let isLater = false
  for (const device of devices.filter(({ id }) => !done.has(id))) {
    const told = await tell(run, sender, device)
    if (told === 'later') isLater = true
    else done.add(device.id)
    if (told === 'told') sentAt ??= now
    // Stored after each, so that a crash repeats at most the last one; its tag replaces it on the device.
    if (told !== 'later')
      await noteReadyMessage(directory, message.id, { doneDevices: [...done], sendAt: message.sendAt, sentAt })
  }
  const goesOn = isLater && message.attempts < sendsMax
  const pauseMs = Math.min(firstPauseMs * 2 ** (message.attempts - 1), pauseMaxMs)
  await noteReadyMessage(directory, message.id, {
    doneDevices: [...done],
    sendAt: goesOn ? now + pauseMs : null,
    sentAt
  })
  if (isLater) return 'failed'
  return sentAt === null ? 'dropped' : 'sent'
}

async function perform(run: Run): Promise<ReadyOutcome> {
  const { environment, directory, message, now } = run
  const { channel, devices } = await readyChoice(directory, message.userId)
  const isOutdated = now - message.createdAt > patienceMs
  if (!isOutdated && channel === 'mail') return orderMail(run)
  if (!isOutdated && channel === 'browser') {
    const active = devices.filter((found) => isActiveSession(found, now)).map(({ device }) => device)
    return tellDevices(run, senderOf(environment), active)
  }
  await close(run, null)
  return 'dropped'
}

/** @returns `void`: another queue message has it now. @throws when it may be tried again after the claim */
export async function sendReadyMessage(env: Env, lease: Lease, now: number): Promise<ReadyOutcome> {
  const directory = openDirectory(env)
  const message = await claimReadyMessage(directory, lease, claimedUntil(lease, now, claimMs))
  return message ? perform({ env, environment: environmentOf(env), directory, message, now }) : 'void'
}
