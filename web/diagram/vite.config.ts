// The document in which diagrams are drawn: a build of its own, because it runs under another policy and shares no code with
// the site.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { browsers } from '../browsers.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: folder('.'),
  base: '/diagram/',
  publicDir: false,
  build: {
    outDir: folder('../dist/site/diagram'),
    emptyOutDir: true,
    target: browsers,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Mermaid loads each kind of diagram when it is needed; some are large.
    chunkSizeWarningLimit: 3000
  }
})
