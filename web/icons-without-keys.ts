import type { Plugin } from 'vite'

/**
 * lucide gives each line of an icon a random React key, of which no two compress: a fortieth of what a page of icons loads. The lines of
 * an icon never change, so React tells them apart by their order as well; its warning about that is not in a build.
 */
export const iconsWithoutKeys: Plugin = {
  name: 'icons-without-keys',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/, code: '__iconData = {' },
    handler(code) {
      const without = code.replaceAll(/,\s*key: "\w+"/g, '')
      if (without === code) this.error('lucide names its lines differently now: adapt this plugin')
      return { code: without, map: null }
    }
  }
}
