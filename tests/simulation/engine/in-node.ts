// To be imported before what imports users' objects into Node: only workerd has the module that they are made of.
import { registerHooks } from 'node:module'

const standIn = new URL('cloudflare-workers.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'cloudflare:workers' ? { url: standIn, shortCircuit: true } : next(specifier, context)
})
