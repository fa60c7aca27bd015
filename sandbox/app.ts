import { Hono } from 'hono'
import { mountAlarms } from './alarms/routes.ts'
import { applyControls } from './base/controls.ts'
import { parseJson } from './base/json.ts'
import { createBase, type BaseOptions, type BaseState, type SandboxEnvironment } from './base/state.ts'
import { mountCloudflare } from './cloudflare/routes.ts'
import { createIdentityDesk, type IdentityState } from './identity/desk.ts'
import { mountVkId } from './identity/vk.ts'
import { mountYandexId } from './identity/yandex.ts'
import { createInbox, type MailState } from './mail/inbox.ts'
import { mountMail } from './mail/unisender.ts'
import { mountBfl } from './media/bfl.ts'
import { mountElevenlabs } from './media/elevenlabs.ts'
import { mountGoogle } from './media/google.ts'
import { mountLuma } from './media/luma.ts'
import { mountMidjourney } from './media/midjourney.ts'
import { mountOpenaiImages } from './media/openai-images.ts'
import { mountOpenaiTranscription } from './media/openai-transcription.ts'
import { mountRunway } from './media/runway.ts'
import { mountStability } from './media/stability.ts'
import { mountResellers } from './media/reseller.ts'
import { createMedia, mountMedia, otherAccounts, type MediaState, type Sizes } from './media/state.ts'
import { mountPages } from './pages/routes.ts'
import { createDesk, type PaymentState } from './payments/desk.ts'
import { mountPayments } from './payments/routes.ts'
import { mountPush } from './push/routes.ts'
import { mountText } from './text/routes.ts'
import type { Deliver } from './payments/notifier.ts'

export interface SandboxOptions extends BaseOptions {
  /** Default: those of the real upstreams. */
  sizes?: Partial<Sizes>
  /** Delivers notifications in place of the network. */
  deliver?: Deliver
}

/** The sandbox's whole state, in memory. */
export type SandboxState = MediaState & MailState & PaymentState & IdentityState

export interface Sandbox {
  app: Hono<SandboxEnvironment>
  /** Answers a request without a server; `getRequestListener(sandbox.fetch)` turns it into a Node listener. */
  fetch: Hono<SandboxEnvironment>['fetch']
  state: SandboxState
}

/**
 * Local stand-ins for the product's upstreams on one origin, each under its own base path. To add an upstream, write a
 * `mount…` function in its own folder and call it here.
 */
export function createSandbox({ sizes, deliver, ...options }: SandboxOptions = {}): Sandbox {
  const base = createBase(options)
  const state = {
    ...base,
    ...createMedia(base, sizes),
    inbox: createInbox(),
    payments: createDesk(base, deliver),
    identities: createIdentityDesk()
  }
  const app = new Hono<SandboxEnvironment>()
  mountMakers(app, state)
  mountOpenaiTranscription(app, state)
  mountResellers(app, state)
  const second = new Hono<SandboxEnvironment>()
  mountMakers(second, otherAccounts(state, SECOND_ACCOUNTS))
  app.route(SECOND_ACCOUNTS, second)
  mountText(app, state)
  mountMail(app, state)
  mountPayments(app, state)
  mountYandexId(app, state)
  mountVkId(app, state)
  mountPush(app)
  mountAlarms(app, state)
  mountCloudflare(app)
  mountSwitches(app, state)
  mountPages(app, state)
  return { app, fetch: app.fetch, state }
}

/** A second account at each maker of pictures, voices and films, below this path. */
const SECOND_ACCOUNTS = '/accounts/second'

function mountMakers(app: Hono<SandboxEnvironment>, state: MediaState): void {
  mountMedia(app, state)
  mountOpenaiImages(app, state)
  mountBfl(app, state)
  mountStability(app, state)
  mountMidjourney(app, state)
  mountElevenlabs(app, state)
  mountLuma(app, state)
  mountRunway(app, state)
  mountGoogle(app, state)
}

function mountSwitches(app: Hono<SandboxEnvironment>, state: BaseState): void {
  app.get('/calls.json', (c) => c.json(state.calls.list()))
  app.delete('/calls.json', (c) => {
    state.calls.clear()
    return c.body(null, 204)
  })
  app.get('/control.json', (c) => {
    const name = c.req.query('for')
    return c.json(name === undefined ? state.controls : state.scopes.of([name]))
  })
  app.post('/control.json', async (c) => {
    const name = c.req.query('for')
    const controls = name === undefined ? state.controls : state.scopes.find(name)
    const problem = applyControls(controls, parseJson(await c.req.text()))
    if (problem !== null) return c.json({ error: problem }, 400)
    if (name !== undefined) state.scopes.set(name, controls)
    return c.json(controls)
  })
  app.delete('/control.json', (c) => {
    const name = c.req.query('for')
    if (name === undefined) return c.json({ error: 'for: чьи переключатели убрать.' }, 400)
    state.scopes.close(name)
    return c.body(null, 204)
  })
}
