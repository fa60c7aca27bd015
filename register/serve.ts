// The running register: it answers on a loopback address, behind the reverse proxy, and has a clock of its own.
import { type HttpBindings, serve } from '@hono/node-server'
import type { Context } from 'hono'
import { createRegister, type Register } from './app.ts'
import { compare } from './compare.ts'
import { pullErased } from './erasure.ts'
import { say, sayFailed } from './log.ts'
import { recoverRecords } from './records.ts'

/** Each minute: whom the Worker has erased; once a night: the comparison. A run that takes longer than a minute is not begun twice. */
function startClock(register: Register): () => void {
  let comparedOn = ''
  let isRunning = false
  const tick = async () => {
    if (isRunning) return
    isRunning = true
    const now = new Date()
    const day = now.toISOString().slice(0, 10)
    // Three at night in Moscow.
    const isNight = now.getUTCHours() === 0 && comparedOn !== day
    try {
      if (isNight) await compare(register, now.getTime())
      else await pullErased(register)
      if (isNight) comparedOn = day
    } catch (error) {
      sayFailed(isNight ? 'not-compared' : 'not-erased', error)
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void tick(), 60_000)
  return () => clearInterval(timer)
}

const addressOf = (c: unknown): string =>
  (c as Context<{ Bindings: HttpBindings }>).env.incoming.socket.remoteAddress ?? ''

/** Serves until the signal aborts; calls that have begun are finished. @param listening is told once it answers */
export async function serveRegister(register: Register, signal: AbortSignal): Promise<void> {
  const { settings, database } = register
  const unsettled = await recoverRecords(database)
  const { fetch } = createRegister(register, addressOf)
  const server = serve({ fetch, hostname: '127.0.0.1', port: settings.REGISTER_PORT }, ({ port }) =>
    say('started', { port, unsettled })
  )
  const stopClock = startClock(register)
  const failed = new Promise<never>((_, reject) => server.once('error', reject))
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([stopped, failed])
  stopClock()
  await new Promise((resolve) => server.close(resolve))
  await database.close()
}
