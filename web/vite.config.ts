import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig, type Plugin } from 'vite'
import { browsers } from './browsers.ts'
import { markdownWithoutUnused } from './markdown-without-unused.ts'
import { ownIcons } from './own-icons.ts'
import { routerWithoutUnused } from './router-without-unused.ts'
import { sharedFiles } from './shared-files.ts'
import { sonnerWithoutInlineStyles } from './sonner-without-inline-styles.ts'
import { zodWithoutUnused } from './zod-without-unused.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * KaTeX names each font in three formats; every browser that we build for takes the first. The fonts are cut off into
 * `katex.css?fonts`, which comes with the page: a browser lays out the whole page anew when it learns of fonts.
 */
const katexFonts: Plugin = {
  name: 'katex-fonts',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /katex[\\/]dist[\\/]katex\.css/ },
    handler(code, id) {
      const fonts = code.match(/@font-face\s*\{[^}]*\}/g)
      const others = /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\([^)]*\)/g
      if (!fonts || !others.test(code)) this.error('katex names its fonts differently now: adapt this plugin')
      if (id.includes('?fonts')) return { code: fonts.join('\n').replaceAll(others, ''), map: null }
      return { code: code.replaceAll(/@font-face\s*\{[^}]*\}/g, ''), map: null }
    }
  }
}

/** The operators' console is a document and a build of its own (web/console); this server serves its sources beside the site's. */
const consoleInDevelopment: Plugin = {
  name: 'console-in-development',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const { url = '' } = request
      // As Pages does: the document names its files from its folder.
      if (url === '/operator') return response.writeHead(308, { location: '/operator/' }).end()
      request.url = url.replace(/^\/operator\//, '/console/')
      next()
    })
  }
}

/** The build writes this file (scripts/site/site.ts). Here it is made when it is asked for, of the sources as they are. */
const openApiInDevelopment: Plugin = {
  name: 'open-api-in-development',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use('/openapi.json', (request, response, next) => {
      server.ssrLoadModule(folder('../scripts/openapi/document.ts')).then(({ openApiText }) => {
        response.setHeader('content-type', 'application/json')
        response.setHeader('access-control-allow-origin', '*')
        response.end(String(openApiText(`http://${request.headers.host}`)))
      }, next)
    })
  }
}

/** The build of src/app/prerender.tsx: a folder without outside imports, which Node can run at any path. */
const forNode = {
  ssr: { noExternal: true as const },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    copyPublicDir: false,
    manifest: false,
    rollupOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' } }
  }
}

/** Small modules that every page begins with: as one file they are compressed together and fetched at once. */
const firstFiles = [
  'contract/(counted|make-once|catalogue/(menu|plans))',
  'web/src/base/(pages|paths)',
  'web/src/base/http/(api-error|retry|transport)',
  'web/src/base/page/(back-button|from-build|palette|site-footer)',
  'web/src/base/session/(client|refresh|return-path|session|session-store|token-storage|way-in)',
  'web/src/base/storage/(page-store|unsent)',
  'web/src/base/ui/(badge|button|file-input|gallery-picture|help-(button|slot)|icon-button|late-dialog|made-picture|notify|own-(elements|icon)|skeleton|spinner)',
  'web/src/base/format/(gift|money|tokens)',
  'web/src/site/(plan-panel|section)'
]
const homeIcons = [
  'arrow-left',
  'arrow-right',
  'audio-lines',
  'check',
  'clapperboard',
  'image',
  'message-square-text',
  'paperclip'
]
const firstPackages = [
  '(zustand|clsx)/.*',
  '@tanstack/react-query/.*/QueryClientProvider\\.js',
  `lucide-react/.*/(createLucideIcon|loader-circle|${homeIcons.join('|')})\\.m?js`
]
const beginning = new RegExp(`/(node_modules/(${firstPackages.join('|')})|(${firstFiles.join('|')})\\.tsx?)$`)

/** What seldom changes is a file of its own, which browsers keep from one deploy to the next. */
const framework = /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//

/** The tools of the studio and their prices: the prices page, the studio and the lists of works need them all. */
const toolsCatalogue =
  /\/contract\/catalogue\/(batch|image|image-processing|parameters|price|references|runway|seed|stable-diffusion|studio|video|voices?)\.ts$/

/** What pages wait for: tests of the browser find these files by their names. */
const named = new Set(['start', 'framework', 'answer-markdown', 'toaster', 'show-head'])

const forBrowser = (shared: ReadonlyMap<string, string>) => ({
  build: {
    rollupOptions: {
      output: {
        // Every page carries the names of all chunks, and hashes cannot be compressed: seven characters are the fewest that the
        // bundler takes. What is behind a hash is said by dist/manifest.json, and by the build itself.
        chunkFileNames: ({ name }: { name: string }) =>
          named.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'framework', test: framework },
            { name: 'session', test: beginning },
            { name: 'tools-catalogue', test: toolsCatalogue },
            { debugName: 'shared', name: (module: string) => shared.get(module) ?? null }
          ]
        }
      }
    }
  }
})

const common = defineConfig({
  root: folder('.'),
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutInlineStyles,
    routerWithoutUnused,
    zodWithoutUnused,
    markdownWithoutUnused,
    ownIcons,
    katexFonts,
    consoleInDevelopment,
    openApiInDevelopment
  ],
  server: {
    host: '127.0.0.1',
    fs: { allow: [folder('..')] },
    proxy: {
      // `/api` itself is a page.
      '^/api/.': { target: process.env.API_ORIGIN ?? 'http://127.0.0.1:8788', ws: true },
      '/v1': { target: process.env.API_ORIGIN ?? 'http://127.0.0.1:8788' }
    }
  },
  build: {
    // The folder above it keeps what is not served: scripts/site/build-manifest.ts.
    outDir: folder('dist/site'),
    emptyOutDir: true,
    manifest: true,
    target: browsers,
    // Each of these versions loads modules ahead by itself.
    modulePreload: { polyfill: false },
    // Nothing is inlined as a data: URL, so that files are cached apart from the code.
    assetsInlineLimit: 0
  }
})

export default defineConfig(async ({ command, isSsrBuild }) => {
  if (isSsrBuild) return mergeConfig(common, forNode)
  const separate = mergeConfig(common, forBrowser(new Map()))
  return command === 'serve' ? separate : mergeConfig(common, forBrowser(await sharedFiles(separate)))
})
