// Sends one message to one browser through its push service (RFC 8030). Must be given only addresses of push services that
// the settings name (domain/push-address.ts): the address comes from the browser.
import { Deadline } from '../http/deadline.ts'
import { ProviderFailure } from '../http/failure.ts'
import { type Send, type UpstreamCall, failureOf } from '../http/http.ts'
import { encryptPush, type PushKeys } from './encrypt.ts'
import { vapidAuthorization, type VapidKeys } from './vapid.ts'

export interface PushSubscription extends PushKeys {
  endpoint: string
}

export interface PushMessage {
  /** The JSON that the page's service worker receives. */
  payload: unknown
  /** Replaces a message of the same topic that was not delivered yet: at most 32 characters of base64url. */
  topic: string
  /** How long the service keeps it for a browser that is not running. */
  lifetimeSeconds: number
}

export interface PushSender {
  keys: VapidKeys
  /** `mailto:` address. */
  contact: string
}

const timeoutMs = 10_000
const timeouts = { totalMs: timeoutMs }

const sendOverNetwork: Send = (url, init) => fetch(url, init)

/**
 * Resolves when the push service has taken the message; `gone` when the subscription does not exist any more, which is
 * final.
 * @throws ProviderFailure
 */
export async function sendPush(
  { keys, contact }: PushSender,
  subscription: PushSubscription,
  { payload, topic, lifetimeSeconds }: PushMessage,
  send: Send = sendOverNetwork
): Promise<'taken' | 'gone'> {
  const { endpoint } = subscription
  const body = await encryptPush(new TextEncoder().encode(JSON.stringify(payload)), subscription)
  const headers = {
    authorization: await vapidAuthorization(keys, endpoint, contact, Date.now()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(lifetimeSeconds),
    topic,
    urgency: 'normal'
  }
  const call: UpstreamCall = { provider: 'web-push', url: endpoint, headers, kindsByStatus: { 404: 'rejected' } }
  const deadline = new Deadline(
    timeouts,
    null,
    (stage) => new ProviderFailure('web-push', { kind: 'timeout', retryable: true, code: stage })
  )
  try {
    const response = await deadline.race(deliver(send, call, body, deadline.signal))
    if (response.ok) {
      await response.body?.cancel()
      return 'taken'
    }
    if (response.status === 404 || response.status === 410) {
      await response.body?.cancel()
      return 'gone'
    }
    throw await failureOf(call, response, deadline)
  } finally {
    deadline.stop()
  }
}

/** Redirects are not followed: they could lead to an address that no setting names. */
async function deliver(
  send: Send,
  { url, headers }: UpstreamCall,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal
): Promise<Response> {
  try {
    return await send(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ProviderFailure
      ? error
      : new ProviderFailure('web-push', { kind: 'network', retryable: true })
  }
}
