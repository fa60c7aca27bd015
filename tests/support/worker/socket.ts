// A page's live socket: the messages that it received, and its close code.
import { env, exports } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { dataOf, type Person } from './person.ts'

export interface LivePage {
  socket: WebSocket
  heard: LiveMessage[]
  /** The close code, once the server has closed. */
  closed(): number | null
}

export const newTicket = async (person: Person): Promise<string> =>
  (await dataOf<{ ticket: string }>(await person.send('POST', '/live/ticket', {}))).ticket

/** Asks for the socket as a browser does; a refusal answers without a `webSocket`. */
export const openWith = (
  ticket: string,
  headers: Record<string, string> = { origin: env.SITE_ORIGIN },
  prefix = '/api'
): Promise<Response> =>
  exports.default.fetch(
    new Request(`${env.SITE_ORIGIN}${prefix}/live?ticket=${encodeURIComponent(ticket)}`, {
      headers: { upgrade: 'websocket', ...headers }
    })
  )

export async function openPage(person: Person): Promise<LivePage> {
  const { webSocket: socket, status } = await openWith(await newTicket(person))
  if (!socket) throw new Error(`No socket came, status ${status}`)
  const heard: LiveMessage[] = []
  let code: number | null = null
  socket.addEventListener('message', ({ data }) => void heard.push(JSON.parse(String(data)) as LiveMessage))
  socket.addEventListener('close', (event) => (code = event.code))
  socket.accept()
  return { socket, heard, closed: () => code }
}

/** Waits until the page received a message of this type. */
export const heardBy = async <Type extends LiveMessage['type']>(page: LivePage, type: Type) =>
  vi.waitFor(
    () => {
      const found = page.heard.find((message) => message.type === type)
      if (!found) throw new Error(`Nothing of type ${type} was heard`)
      return found as Extract<LiveMessage, { type: Type }>
    },
    { timeout: 10_000 }
  )
