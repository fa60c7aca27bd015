import type { Plugin } from 'vite'

/** A part of a file of a package, and what stands there in what is built; without it: nothing. */
type Part = readonly [part: RegExp, instead?: string]

/** What is left out, by the path of the file in its package's folder. */
const parts: Readonly<Record<string, readonly Part[]>> = {
  // No application of another kind is mounted into a router, and forms are read by what the platform brings.
  'hono/dist/hono-base.js': [[/\n\tmount\(path, [^]*?\n\t\}(?=\n\t#addRoute\()/]],
  'hono/dist/request.js': [[/\n\tasync parseBody\(options\) \{[^]*?\n\t\}/]],
  // Tokens are signed, and none is encrypted.
  'jose/dist/webapi/lib/key_algorithm.js': [[/ \?\? JWE\[alg\]/]],
  // Two algorithms sign: that of sessions and that of pushes.
  'jose/dist/webapi/lib/jws_algorithms.js': [
    [/\n {2}(?:HS384|HS512|[RP]S\d+|ES384|ES512|EdDSA|Ed25519|"?ML-DSA-\d+"?): .*/g]
  ],
  // Times are numbers of seconds, never texts like `2 hours`.
  'jose/dist/webapi/lib/jwt_claims_set.js': [
    [/(?<=\/ 1e3\)), multipliers = \{[^]*?\n\}, REGEX = \/[^\n]*?\/i(?=, checkFailed = )/],
    [/(?<=\nfunction secs\()str\) \{[^]*?(?=\n\}\n)/, ') {\n  invalidDuration();']
  ],
  // Classes have no names in the script, and the log names errors.
  'jose/dist/webapi/util/errors.js': [[/(?<=this\.name = this\.constructor\.)name/, 'code']],
  // The platform has what older browsers lack.
  'client-zip/index.js': [[/^"stream"in Blob\.prototype\|\|[^]*?(?=var e=)/]]
}

/**
 * What Hono, jose and client-zip can do and nothing here asks for is left out of the script, where no bundler sees that: every isolate would parse it.
 * `tests/unit/packages-without-unused.test.ts` finds a call.
 */
export const packagesWithoutUnused: Plugin = {
  name: 'packages-without-unused',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/](?:client-zip[\\/]index|hono[\\/]dist[\\/](?:hono-base|request)|jose[\\/]dist[\\/]webapi[\\/](?:lib[\\/](?:key_algorithm|jws_algorithms|jwt_claims_set)|util[\\/]errors))\.js$/
    },
    handler(code, id) {
      const left = parts[id.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '')]?.reduce(
        (before, [part, instead = '']) => {
          if (!part.test(before)) this.error(`this package is written differently now, adapt the plugin: ${id} ${part}`)
          return before.replace(part, instead)
        },
        code
      )
      return { code: left ?? code, map: null }
    }
  }
}
