// The WebSocket: a fresh ticket for every connect, jittered reconnects, and a heartbeat that detects a dead connection.
import ReconnectingSocket from 'partysocket/ws'
import { type LiveMessage, liveMessage, openLive } from '#contract/live.ts'
import { closeCodes, livePath, livePing } from '#contract/live-socket.ts'
import { onReturn } from '../on-return.ts'
import { call } from '../session/client.ts'
import { announceMessage, announceState } from './live-bus.ts'

const pingEveryMs = 25_000
const silenceMaxMs = 10_000
/** The user looks at the page and waits. */
const silenceAfterReturnMs = 3000

async function nextUrl(signal: AbortSignal): Promise<string> {
  const { ticket } = await call(openLive, {}, { signal })
  const url = new URL(`/api${livePath}`, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('ticket', ticket)
  return url.href
}

function parsed(data: unknown) {
  if (typeof data !== 'string') return undefined
  try {
    // A newer server may send messages that this page does not know: they are ignored.
    return liveMessage.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}

/** Of many conversations the page hears as of one after the other. */
function announce(message: LiveMessage): void {
  if (message.type === 'conversations')
    for (const id of message.ids) announceMessage({ type: 'conversation', id, change: 'updated' })
  else if (message.type !== 'pong') announceMessage(message)
}

/** Connects and stays connected until the returned function is called. */
export function connectLive(): () => void {
  const connecting = new AbortController()
  const socket = new ReconnectingSocket(() => nextUrl(connecting.signal), [], {
    // Random, so that after a deploy not all browsers reconnect in the same second.
    minReconnectionDelay: 500 + Math.random() * 1500,
    maxReconnectionDelay: 15_000,
    maxEnqueuedMessages: 0,
    shouldReconnectOnClose: ({ code }: { code: number }) => code !== closeCodes.sessionEnded
  })
  /** The server has ended the session. */
  let isOver = false
  let silence: ReturnType<typeof setTimeout> | undefined
  const heartbeat = setInterval(() => {
    if (socket.readyState !== socket.OPEN) return
    socket.send(livePing)
    silence ??= setTimeout(() => socket.reconnect(), silenceMaxMs)
  }, pingEveryMs)
  const calm = () => {
    clearTimeout(silence)
    silence = undefined
  }
  // Asleep, the page was sent nothing, and the browser may take a dead connection for open.
  const stopReturns = onReturn(() => {
    if (isOver) return
    if (socket.readyState === socket.CLOSED || socket.readyState === socket.CLOSING) return socket.reconnect()
    if (socket.readyState !== socket.OPEN) return
    calm()
    socket.send(livePing)
    silence = setTimeout(() => socket.reconnect(), silenceAfterReturnMs)
  })
  socket.addEventListener('open', () => announceState(true))
  socket.addEventListener('close', ({ code }) => {
    isOver = code === closeCodes.sessionEnded
    calm()
    announceState(false)
  })
  socket.addEventListener('message', ({ data }) => {
    calm()
    const message = parsed(data)
    if (message) announce(message)
  })
  return () => {
    clearInterval(heartbeat)
    stopReturns()
    calm()
    socket.close()
    connecting.abort()
    announceState(false)
  }
}
