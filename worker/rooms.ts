// Which code answers which paths. A fresh isolate parses and runs the code of a room only when a request asks for it: its first answer
// would otherwise wait for all others (decisions/0061-script-of-the-api.md).
import type { Hono } from 'hono'
import { apiPathOf } from './api/paths.ts'
import type { HonoEnv } from './http/context.ts'

/** Mounts the calls of a room, below an app that has the middleware. */
export type Mount = (app: Hono<HonoEnv>) => void

export interface Room {
  /** Beginnings of its paths, below `/api`; `*` is an id. Where several rooms have one, the longest decides. */
  paths: string[]
  load: () => Promise<{ mount: Mount } | { createApp: () => Hono<HonoEnv> }>
}

/** The smallest room: it also answers unknown paths. */
const health: Room = { paths: ['/health', '/csp-reports'], load: () => import('./rooms/health.ts') }

/** Calls with a key of the API, whose refusals have another form. */
const api: Room = { paths: ['/v1/'], load: () => import('./rooms/api.ts') }
const apiWorks: Room = { paths: ['/v1/audio/', '/v1/images/'], load: () => import('./rooms/api-works.ts') }

export const rooms: readonly Room[] = [
  health,
  { paths: ['/ai/status', '/prices', '/announcements'], load: () => import('./rooms/site.ts') },
  { paths: ['/live'], load: () => import('./rooms/live.ts') },
  { paths: ['/auth/'], load: () => import('./rooms/sign-in.ts') },
  {
    paths: ['/auth/profile', '/auth/confirm-email-change', '/user/'],
    load: () => import('./rooms/people.ts')
  },
  { paths: ['/auth/identities', '/auth/ways', '/user/identities'], load: () => import('./rooms/identities.ts') },
  {
    paths: [
      '/auth/passkeys',
      '/auth/second-step',
      '/user/authenticator',
      '/user/passkeys',
      '/user/proof',
      '/user/recovery-codes',
      '/user/second-step',
      '/user/ways-in'
    ],
    load: () => import('./rooms/ways-in.ts')
  },
  { paths: ['/api-keys', '/prices/api'], load: () => import('./rooms/api-keys.ts') },
  { paths: ['/ai/text/', '/ai/prompt', '/ai/audio/transcribe'], load: () => import('./rooms/answers.ts') },
  { paths: ['/chat/'], load: () => import('./rooms/chats.ts') },
  {
    paths: ['/chat/documents', '/chat/messages/*/document', '/chat/conversations/*/documents'],
    load: () => import('./rooms/documents.ts')
  },
  { paths: ['/memory'], load: () => import('./rooms/memory.ts') },
  {
    paths: ['/chat/attachments', '/files/attachments/', '/attachments/'],
    load: () => import('./rooms/attachments.ts')
  },
  {
    paths: ['/chat/conversations/*/shares', '/chat/shares', '/chat/import', '/shares/'],
    load: () => import('./rooms/shares.ts')
  },
  { paths: ['/jobs'], load: () => import('./rooms/jobs.ts') },
  {
    paths: ['/ai/image/', '/ai/video/', '/ai/audio/', '/jobs/*/changes', '/jobs/*/redo'],
    load: () => import('./rooms/orders.ts')
  },
  { paths: ['/library/', '/files/', '/shared-works/'], load: () => import('./rooms/works.ts') },
  { paths: ['/user/tokens', '/user/budgets', '/ai/usage'], load: () => import('./rooms/wallet.ts') },
  { paths: ['/tokens/', '/payments/', '/subscription'], load: () => import('./rooms/money.ts') },
  { paths: ['/register/'], load: () => import('./rooms/register.ts') },
  { paths: ['/operator/'], load: () => import('./rooms/operators.ts') },
  api,
  apiWorks
]

const beginnings = rooms
  .flatMap((room) => room.paths.map((path) => ({ path, room })))
  .toSorted((one, other) => other.path.length - one.path.length)
  .map(({ path, room }) => ({ pattern: new RegExp(`^${path.replaceAll('*', '[^/]+')}`), room }))

/** @param path with or without `/api` */
export function roomOf(path: string): Room {
  const called = apiPathOf(path)
  if (called !== null) return apiWorks.paths.some((beginning) => called.startsWith(beginning)) ? apiWorks : api
  const own = path.startsWith('/api/') ? path.slice('/api'.length) : path
  return beginnings.find(({ pattern }) => pattern.test(own))?.room ?? health
}
