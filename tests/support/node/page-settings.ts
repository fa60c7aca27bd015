// Files of the pages read the settings of their build, which Node does not know. Here none is set.
import { registerHooks } from 'node:module'

const pages = new URL('../../../web/src/', import.meta.url).href

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const { source } = loaded
    if (!url.startsWith(pages) || source === undefined || source === null) return loaded
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
    // On the first line, so that the lines keep their numbers.
    return text.includes('import.meta.env') ? { ...loaded, source: `import.meta.env = {};${text}` } : loaded
  }
})
