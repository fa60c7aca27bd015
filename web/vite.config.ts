import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * sonner puts its styles into the page as a `<style>` element, which the Content-Security-Policy forbids. The
 * toaster imports the same styles as a file, so the insertion is cut out.
 */
const sonnerWithoutInlineStyles: Plugin = {
  name: 'sonner-without-inline-styles',
  apply: 'build',
  transform: {
    filter: { id: /sonner[\\/]dist[\\/]index\.mjs/ },
    handler(code) {
      const insertion = 'function __insertCSS(code) {'
      if (!code.includes(insertion)) this.error('sonner inserts its styles differently now: adapt this plugin')
      return { code: code.replace(insertion, `${insertion} return;`), map: null }
    }
  }
}

/** Most visits begin on the home page: its small chunks come along with the entry and not one round trip after it. */
const homePagePreload: Plugin = {
  name: 'home-page-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const home = chunks.find(({ facadeModuleId }) => facadeModuleId === folder('src/pages/home.tsx'))
      if (!home) throw new Error('The home page is no chunk of its own any more: adapt this plugin')
      return [home.fileName, ...home.imports]
        .map((file) => `/${file}`)
        .filter((href) => !html.includes(href))
        .map((href) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href, 'data-page': 'home' },
          injectTo: 'head'
        }))
    }
  }
}

export default defineConfig({
  root: folder('.'),
  plugins: [react(), tailwindcss(), sonnerWithoutInlineStyles, homePagePreload],
  server: {
    host: '127.0.0.1',
    fs: { allow: [folder('..')] },
    proxy: { '/api': { target: process.env.API_ORIGIN ?? 'http://127.0.0.1:8788', ws: true } }
  },
  build: {
    outDir: folder('dist'),
    emptyOutDir: true,
    manifest: true,
    // Everything the page asks of a browser beyond this is `light-dark()`: spring 2024.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy allows data: images, but a file is cached apart from the code.
    assetsInlineLimit: 0
  }
})
