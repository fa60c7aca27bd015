// What this browser can do about messages, and its subscription. Nothing here asks the user before a click.

const workerPath = '/ready-worker.js'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): string }
}

let trusted: string | undefined

/**
 * The policy of the site allows only such addresses of scripts that a named policy of the page has approved. A page may make a
 * policy of one name only once.
 */
function trustedWorkerPath(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trusted ??= trustedTypes?.createPolicy('ready-worker', { createScriptURL: () => workerPath }).createScriptURL('')
  return trusted ?? workerPath
}

/** Safari on a phone has messages only for sites on the home screen, and private windows mostly none. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const isPushDenied = (): boolean => canPush() && Notification.permission === 'denied'

async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Installs the service worker of the site, or looks for a newer one. @throws where the browser refuses */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(trustedWorkerPath(), { scope: '/' })

/** Waits until the worker runs: before that a browser refuses to subscribe. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  await registerWorker()
  return navigator.serviceWorker.ready
}

export interface SubscribedDevice {
  endpoint: string
  p256dh: string
  auth: string
}

function deviceOf(found: PushSubscription): SubscribedDevice {
  const { endpoint = '', keys = {} } = found.toJSON()
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}

/**
 * Asks the user for the permission, unless it was given, and subscribes. Must be called in a click.
 * @param publicKey of the server, in base64url
 * @returns `denied` when the user or the browser does not allow messages
 */
export async function subscribeHere(publicKey: string): Promise<SubscribedDevice | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const { pushManager } = await activeWorker()
  // A subscription of another key, from before the server's was changed, would keep this one from being made.
  await (await pushManager.getSubscription())?.unsubscribe()
  return deviceOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

/** The subscription that this browser has, allowed and made before; null without one. */
export async function subscribedHere(): Promise<SubscribedDevice | null> {
  const found = await subscription()
  return found && Notification.permission === 'granted' ? deviceOf(found) : null
}

export const unsubscribeHere = async (): Promise<void> => void (await (await subscription())?.unsubscribe())

/** The id that the server has for a subscription. */
export async function deviceIdOf({ endpoint }: SubscribedDevice): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
