// To be imported before what imports users' objects into Node: only workerd has the module that they are made of. And drizzle writes
// its statements faster here.
import { registerHooks } from 'node:module'

const standIn = new URL('cloudflare-workers.ts', import.meta.url).href

/** What stands before a file of drizzle, which it imports itself. */
const before = new Map([
  ['/drizzle-orm/entity.js', new URL('drizzle-entity.ts', import.meta.url).href],
  ['/drizzle-orm/sql/sql.js', new URL('drizzle-sql.ts', import.meta.url).href],
  ['/drizzle-orm/sqlite-core/dialect.js', new URL('drizzle-dialect.ts', import.meta.url).href]
])

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'cloudflare:workers') return { url: standIn, shortCircuit: true }
    const found = next(specifier, context)
    const at = found.url.lastIndexOf('/drizzle-orm/')
    const url = at < 0 ? undefined : before.get(found.url.slice(at))
    return url !== undefined && context.parentURL !== url ? { url, shortCircuit: true } : found
  }
})
