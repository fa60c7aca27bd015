import type { Hono } from 'hono'
import * as contract from '#contract/memory.ts'
import { decideOffer } from '#data/history/memory-offers.ts'
import { changeLineOf, forget, memoryOf, remember, switchMemory } from '#data/history/memory.ts'
import { memoryLineBytes } from '#domain/stored-bytes.ts'
import { publish } from '#durable-objects/publish.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitChatChanges, limitChatWrites } from '../http/limit.ts'
import { serve } from '../http/serve.ts'

/** After a change: the user's object keeps the lines with the caller, and the other pages show them. */
async function changed(c: AppContext): Promise<contract.Memory> {
  const { userId } = c.var.caller
  await userOf(c.env, userId).forgetCallers()
  await publish(c.env, userId, { type: 'memory' })
  return memoryOf(historyOf(c), userId)
}

export function mountMemory(app: Hono<HonoEnv>) {
  serve(app, contract.readMemory, (_, c) => memoryOf(historyOf(c), c.var.caller.userId))

  serve(app, contract.switchMemory, async ({ isOn }, c) => {
    await limitChatChanges(c)
    await switchMemory(historyOf(c), c.var.caller.userId, isOn)
    return changed(c)
  })

  serve(app, contract.remember, async ({ text, offer }, c) => {
    const { userId } = c.var.caller
    const history = historyOf(c)
    await limitChatWrites(c, memoryLineBytes(text))
    if ((await remember(history, userId, { text, now: Date.now() })) === 'full') throw new AppError('MEMORY_FULL')
    if (offer !== undefined) await decideOffer(history, userId, offer)
    return changed(c)
  })

  serve(app, contract.changeMemoryLine, async ({ id, text }, c) => {
    await limitChatWrites(c, memoryLineBytes(text))
    const written = await changeLineOf(historyOf(c), c.var.caller.userId, { id, text })
    if (written === 'missing') throw new AppError('NOT_FOUND')
    return changed(c)
  })

  serve(app, contract.forgetMemory, async ({ id }, c) => {
    await limitChatChanges(c)
    const wanted = id === contract.allLines ? null : id
    if (!(await forget(historyOf(c), c.var.caller.userId, wanted))) throw new AppError('NOT_FOUND')
    return changed(c)
  })

  serve(app, contract.declineMemory, async ({ id }, c) => {
    await limitChatChanges(c)
    // One that is gone, or was never there, is not offered any more either.
    await decideOffer(historyOf(c), c.var.caller.userId, id)
    return {}
  })
}
