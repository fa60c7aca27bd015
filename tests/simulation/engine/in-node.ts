// To be imported before what imports users' objects into Node: only workerd has the module that they are made of. And drizzle decides
// faster here what each part of a statement is.
import { registerHooks } from 'node:module'

const standIn = new URL('cloudflare-workers.ts', import.meta.url).href
const entity = new URL('drizzle-entity.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'cloudflare:workers') return { url: standIn, shortCircuit: true }
    const found = next(specifier, context)
    return found.url.endsWith('/drizzle-orm/entity.js') && context.parentURL !== entity
      ? { url: entity, shortCircuit: true }
      : found
  }
})
