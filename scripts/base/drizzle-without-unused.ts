import type { Plugin } from 'vite'
import { everywhere, type Part, parts } from './drizzle-parts.ts'

const leftOf = (code: string, unused: readonly Part[]): string =>
  unused.reduce((left, [part, instead = '']) => left.replace(part, instead), code)

/** Files of which nothing is asked. */
const emptied = new Set(['relations.js', 'sqlite-core/query-builders/query.js'])

/**
 * drizzle can read rows with those that belong to them as one tree, for a database that was opened with a schema of relations, keep rows in
 * a cache, open transactions, give selections names, read views, log, name columns in another case, and be there twice. Nothing here asks for it and no bundler sees
 * that, so it is left out (`drizzle-parts.ts`); every isolate would parse it. `tests/unit/drizzle-without-unused.test.ts` finds a call, and
 * compares what statements are made by all of drizzle and by what is left.
 */
export const drizzleWithoutUnused: Plugin = {
  name: 'drizzle-without-unused',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]drizzle-orm[\\/].*\.js$/ },
    handler(code, id) {
      const file = id.replaceAll('\\', '/').replace(/^.*\/drizzle-orm\//, '')
      if (emptied.has(file)) {
        const names = /^export \{([^}]*)\};/m.exec(code)?.[1]?.match(/\w+/g)
        if (!names) this.error('drizzle exports relations differently now: adapt this plugin')
        return { code: names.map((name) => `export const ${name} = undefined`).join('\n'), map: null }
      }
      let left = code
      for (const [part, instead = ''] of parts[file] ?? []) {
        const without = left.replace(part, instead)
        if (without === left) this.error(`drizzle is written differently now, adapt drizzle-parts.ts: ${file} ${part}`)
        left = without
      }
      return { code: leftOf(left, everywhere), map: null }
    }
  }
}
