// Preloaded into wrangler where it serves what it has built once: esbuild builds, and does not look at the sources ten times a second
// afterwards, which took a fortieth of a processor for as long as a product ran.
import { createRequire } from 'node:module'

const { cache, resolve } = createRequire(createRequire(import.meta.url).resolve('wrangler'))
const path = resolve('esbuild')
const esbuild = createRequire(import.meta.url)(path)

async function context(options) {
  const begun = await esbuild.context(options)
  // What a build found wrong reaches wrangler by the plugin that waits for its end.
  return {
    ...begun,
    watch: () =>
      begun.rebuild().then(
        () => undefined,
        () => undefined
      )
  }
}

cache[path].exports = { ...esbuild, context }
