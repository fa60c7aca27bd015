import type { Plugin } from 'vite'

/** A part of a file of a package, and what stands there in what is built; without it: nothing. */
type Part = readonly [part: RegExp, instead?: string]

/** What is left out, by the path of the file in its package's folder. */
const parts: Readonly<Record<string, Part>> = {
  // No application of another kind is mounted into a router, and forms are read by what the platform brings.
  'hono/dist/hono-base.js': [/\n\tmount\(path, [^]*?\n\t\}(?=\n\t#addRoute\()/],
  'hono/dist/request.js': [/\n\tasync parseBody\(options\) \{[^]*?\n\t\}/],
  // Tokens are signed, and none is encrypted.
  'jose/dist/webapi/lib/key_algorithm.js': [/ \?\? JWE\[alg\]/],
  // Classes have no names in the script, and the log names errors.
  'jose/dist/webapi/util/errors.js': [/(?<=this\.name = this\.constructor\.)name/, 'code']
}

/**
 * What Hono and jose can do and nothing here asks for is left out of the script, where no bundler sees that: every isolate would parse it.
 * `tests/unit/packages-without-unused.test.ts` finds a call.
 */
export const packagesWithoutUnused: Plugin = {
  name: 'packages-without-unused',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/](?:hono[\\/]dist[\\/](?:hono-base|request)|jose[\\/]dist[\\/]webapi[\\/](?:lib[\\/]key_algorithm|util[\\/]errors))\.js$/
    },
    handler(code, id) {
      const [part, instead = ''] = parts[id.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '')] ?? []
      if (!part?.test(code)) this.error(`this package is written differently now, adapt the plugin: ${id}`)
      return { code: code.replace(part, instead), map: null }
    }
  }
}
