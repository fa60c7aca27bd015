// How the platform tells a user that a long job has ended: the user's choice, and the browsers that get messages.
import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import * as contract from '#contract/ready.ts'
import { addDevice, chooseChannel, readyChoice, removeDevice } from '#data/directory/ready.ts'
import { isPushAddress } from '#domain/push-address.ts'
import { isActiveSession } from '#domain/session.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'

async function settingsOf(c: AppContext): Promise<contract.ReadySettings> {
  const { channel, devices } = await readyChoice(c.var.directory, c.var.caller.userId)
  const now = Date.now()
  return {
    channel,
    publicKey: c.var.environment.VAPID_PUBLIC_KEY,
    devices: devices
      .filter((found) => isActiveSession(found, now))
      .map(({ device: { id, createdAt } }) => ({ id, createdAt }))
  }
}

const idOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

export function mountReady(app: Hono<HonoEnv>) {
  serve(app, contract.readReadySettings, (_, c) => settingsOf(c))

  serve(app, contract.chooseReadyChannel, async ({ channel }, c) => {
    await chooseChannel(c.var.directory, c.var.caller.userId, channel)
    return settingsOf(c)
  })

  serve(app, contract.addPushDevice, async (subscription, c) => {
    if (!isPushAddress(subscription.endpoint, c.var.environment.PUSH_ORIGINS))
      throw new AppError('PUSH_SERVICE_UNKNOWN')
    const { userId, sessionId } = c.var.caller
    const id = idOf(subscription.endpoint)
    await addDevice(c.var.directory, { ...subscription, id, userId, sessionId, createdAt: Date.now() })
    return settingsOf(c)
  })

  serve(app, contract.removePushDevice, async ({ id }, c) => {
    if (!(await removeDevice(c.var.directory, c.var.caller.userId, id))) throw new AppError('NOT_FOUND')
    return settingsOf(c)
  })
}
