import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import type { HonoEnv } from './context.ts'

/**
 * An app that has no calls yet. `hono` itself brings a second router, which some of our paths would refuse and which puts all paths into one
 * expression before a fresh isolate's first answer.
 * @param options `router`: another one; `getPath`: of a request whose path is read in another spelling
 */
export const newRouter = (options?: ConstructorParameters<typeof HonoBase<HonoEnv>>[0]): HonoBase<HonoEnv> =>
  new HonoBase<HonoEnv>({ router: new TrieRouter(), ...options })
