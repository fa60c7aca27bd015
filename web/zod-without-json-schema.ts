import type { Plugin } from 'vite'

/** How each schema names the function that would describe it. */
const naming = /^ *inst\._zod\.processJSONSchema = .*;$/gm

/**
 * zod can describe a schema as JSON Schema. No code here does so, and it would be a twentieth of what an isolate parses and of what a
 * chat page loads, so those functions are left out: a call of one is a TypeError in what is built.
 */
export const zodWithoutJsonSchema: Plugin = {
  name: 'zod-without-json-schema',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/]zod[\\/]v4[\\/](?:core[\\/](?:json-schema-processors|json-schema-generator|to-json-schema)|classic[\\/]schemas)\.js$/
    },
    handler(code, id) {
      if (id.endsWith('schemas.js')) {
        const unnamed = code.replaceAll(naming, '')
        if (unnamed === code) this.error('zod describes schemas differently now: adapt this plugin')
        return { code: unnamed, map: null }
      }
      const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
      return { code: names.map((name) => `export const ${name} = undefined`).join('\n'), map: null }
    }
  }
}
