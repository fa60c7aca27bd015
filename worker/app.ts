import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { importBytesMax } from '#contract/chat-limits.ts'
import { BadEnvironment } from '#domain/environment.ts'
import { begin, withFiles } from './http/begin.ts'
import type { HonoEnv } from './http/context.ts'
import { AppError, isUnavailable, refuse } from './http/errors.ts'
import { limitBody } from './http/limit-body.ts'
import { logFailure } from './http/log-failure.ts'
import { noteRequest } from './http/note-request.ts'
import { newRouter } from './http/router.ts'
import { fileSafety } from './http/file-safety.ts'
import { loadRegisterGate } from './http/late-register-gate.ts'
import { mountLiveSocket } from './http/live-socket.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { type Mount, type Room, roomOf } from './rooms.ts'

/** Enough for a chat prompt, the largest body without files. Calls with files read theirs in large-body.ts. */
const bodySizeMaxBytes = 512 * 1024
const carriesChat = /^(\/api)?\/chat\/import$/
/** What anyone may send: to sign in, or to tell of a payment. A stranger's body is in memory as long as it comes. */
const isPublic = /^(\/api)?\/(auth|payments\/yookassa)\//
const publicBytesMax = 32 * 1024
/** For the backup command alone: its token is checked before the body is read. */
const isBackup = /^(\/api)?\/operator\/backup\//
const carriesFiles = /^(\/api)?\/(ai\/(image|video|audio)\/|chat\/attachments$)/
/** How long a client waits when a part of the platform is overloaded or restarting. */
const retryAfterSeconds = 5

/** The calls of one room, under `/api` (same origin as the pages) and at the root (the API's own host). */
export function createRoom(mount: Mount): Hono<HonoEnv> {
  const app = newRouter()
  mountLiveSocket(app)
  app.use(noteRequest())
  for (const path of ['/files/*', '/shared-works/*/files/*', '/shares/*/files/*'])
    for (const base of ['', '/api']) app.use(base + path, fileSafety)
  app.use(secureHeaders)
  app.use(begin((path) => isBackup.test(path) || path.endsWith('/health')))
  const limitOwn = limitBody(bodySizeMaxBytes)
  const limitChat = limitBody(importBytesMax)
  const limitPublic = limitBody(publicBytesMax)
  app.use((c, next) => {
    if (isBackup.test(c.req.path)) return next()
    if (carriesFiles.test(c.req.path)) return withFiles(c, next)
    if (isPublic.test(c.req.path)) return limitPublic(c, next)
    return carriesChat.test(c.req.path) ? limitChat(c, next) : limitOwn(c, next)
  })
  app.use(async (c, next) => {
    const { REGISTER_KEY: key } = c.var.environment
    return key === undefined ? next() : (await loadRegisterGate())(c, key, next)
  })

  const routes = newRouter()
  mount(routes)
  app.route('/api', routes)
  app.route('/', routes)

  app.notFound((c) => refuse(c, { code: 'NOT_FOUND' }))
  app.onError((error, c) => {
    if (error instanceof AppError) return refuse(c, error.refusal)
    logFailure(c, error)
    if (error instanceof BadEnvironment) return refuse(c, { code: 'BAD_ENVIRONMENT', text: error.message })
    return refuse(
      c,
      isUnavailable(error) ? { code: 'UNAVAILABLE', retryAfter: retryAfterSeconds } : { code: 'INTERNAL' }
    )
  })
  return app
}

/** The whole API. Each of its rooms is loaded and put together when a request first asks for it. */
export function createApp(): Pick<Hono<HonoEnv>, 'fetch'> {
  const opened = new Map<Room, Hono<HonoEnv>>()
  // Each request waits for its own import: an import that is shared would never finish when its request is cancelled.
  async function open(room: Room): Promise<Hono<HonoEnv>> {
    const loaded = await room.load()
    const app = opened.get(room) ?? ('createApp' in loaded ? loaded.createApp() : createRoom(loaded.mount))
    opened.set(room, app)
    return app
  }
  return {
    async fetch(request, env, context) {
      const room = roomOf(getPath(request))
      return (opened.get(room) ?? (await open(room))).fetch(request, env, context)
    }
  }
}
