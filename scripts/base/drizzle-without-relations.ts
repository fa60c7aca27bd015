import type { Plugin } from 'vite'

/** Between the class that knows how to build statements and the next one; it is the last of its methods. */
const building = /\n {2}buildRelationalQuery\(\{[^]*?\n {2}\}(?=\n\}\nclass )/

/**
 * drizzle can read rows with those that belong to them as one tree, for a database that was opened with a schema of relations. Ours is
 * opened without one, so what makes such queries is left out; every isolate would parse it.
 */
export const drizzleWithoutRelations: Plugin = {
  name: 'drizzle-without-relations',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/]drizzle-orm[\\/](?:relations|sqlite-core[\\/](?:dialect|query-builders[\\/]query))\.js$/
    },
    handler(code, id) {
      if (id.endsWith('dialect.js')) {
        if (!building.test(code)) this.error('drizzle builds statements differently now: adapt this plugin')
        return { code: code.replace(building, ''), map: null }
      }
      const names = /^export \{([^}]*)\};/m.exec(code)?.[1]?.match(/\w+/g)
      if (!names) this.error('drizzle exports relations differently now: adapt this plugin')
      return { code: names.map((name) => `export const ${name} = undefined`).join('\n'), map: null }
    }
  }
}
