// The operators' console: a document and a build of its own at /operator/, so that nothing of it is in the users' pages.
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browsers } from '../browsers.ts'
import { ownIcons } from '../own-icons.ts'
import { sonnerWithoutInlineStyles } from '../sonner-without-inline-styles.ts'
import { zodWithoutUnused } from '../zod-without-unused.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: folder('.'),
  base: '/operator/',
  publicDir: false,
  plugins: [react(), tailwindcss(), sonnerWithoutInlineStyles, zodWithoutUnused, ownIcons],
  build: {
    outDir: folder('../dist/site/operator'),
    emptyOutDir: true,
    // Taken out of the site by scripts/site/build-manifest.ts.
    manifest: true,
    target: browsers,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0
  }
})
