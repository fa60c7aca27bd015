import type { Plugin } from 'vite'

/**
 * sonner adds its styles to the page as a `<style>` element, which the Content-Security-Policy forbids. The toaster
 * imports the same styles as a file, so this plugin removes the insertion.
 */
export const sonnerWithoutInlineStyles: Plugin = {
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
