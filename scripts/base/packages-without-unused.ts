import type { Plugin } from 'vite'

/** A part of a file of a package, and what stands there in what is built; without it: nothing. */
type Part = readonly [part: RegExp, instead?: string]

/** What is left out, by the path of the file in its package's folder. */
const parts: Readonly<Record<string, readonly Part[]>> = {
  // No application of another kind is mounted into a router, and forms are read by what the platform brings.
  'hono/dist/hono-base.js': [
    [/\n\tmount\(path, [^]*?\n\t\}(?=\n\t#addRoute\()/],
    [/\n\tfire = \(\) => \{[^]*?\n\t\};/]
  ],
  'hono/dist/request.js': [
    [/\n\tasync parseBody\(options\) \{[^]*?\n\t\}/],
    [/\n\taddValidatedData\(target, data\) \{[^]*?\n\t\}\n\tvalid\(target\) \{[^]*?\n\t\}/],
    [/\n\tget matchedRoutes\(\) \{[^]*?\n\t\}/],
    [/\n\tget routePath\(\) \{[^]*?\n\t\}/]
  ],
  // No answer is a page, and no request an event.
  'hono/dist/context.js': [
    [/\n\tget event\(\) \{[^]*?\n\t\}/],
    [/\n\trender = \([^]*?\n\t\};/],
    [/\n\tsetLayout = .*/],
    [/\n\tgetLayout = .*/],
    [/\n\tsetRenderer = \([^]*?\n\t\};/],
    [/\n\thtml = \([^]*?\n\t\};/]
  ],
  // providers/identity/identity.ts takes the `id_token` out of an answer (one that comes all the same is refused), hands on none of its headers, and
  // proves no possession of a key.
  'oauth4webapi/build/index.js': [
    [
      /(?<=\n {4}if \(json\.id_token !== undefined\)) \{\n {8}assertString\([^]*?\n {4}\}\n/,
      " throw new UnsupportedOperationError('unsupported id_token')\n"
    ],
    [
      /\n {4}if \(typeof options\?\.expectedNonce === 'string' \|\|[^]*?\n {4}\}(?=\n {4}return processAuthorizationCodeOAuth2)/
    ],
    [/\n {4}const claims = getValidatedIdTokenClaims\(result\);\n {4}if \(claims\) \{[^]*?\n {4}\}/],
    [/(?<=if \(response\.status !== expected\) \{)\n {8}checkAuthenticationChallenges\(response\);/],
    [/\n {4}if \(options\?\.DPoP !== undefined\) \{[^]*?\n {4}\}/g],
    [/\n {4}options\?\.DPoP\?\.cacheNonce\(response, url\);/g]
  ],
  // The platform has what older browsers lack, and each entry is an object with a name and a text or a stream.
  'client-zip/index.js': [
    [/^"stream"in Blob\.prototype\|\|[^]*?(?=var e=)/],
    [/e instanceof File\)return\{isFile[^}]*\};if\(e instanceof Response\)return\{[^}]*\};if\(/],
    [/if\(e instanceof Blob\)return\{[^}]*\};/],
    [/e\?e instanceof Uint8Array\?\[e,1\]:.*?\[void 0,0\]/, '[t(e),0]'],
    [/if\(e instanceof ArrayBuffer\|\|ArrayBuffer\.isView\(e\)\)return\{[^}]*\};/],
    [/if\(e instanceof File\)return\{i:[^}]*\};if\(e instanceof Response\)\{.*?u:f\}\}/],
    [/e instanceof Blob\?\{.*?\}:e instanceof ArrayBuffer.*?\}:(?=\{)/],
    [/e instanceof File\|\|e instanceof Response\?\[\[e\],\[e\]\]:/]
  ]
}

/**
 * What Hono, client-zip and oauth4webapi can do and nothing here asks for is left out of the script, where no bundler sees that: every isolate would parse it.
 * `tests/unit/packages-without-unused.test.ts` finds a call.
 */
export const packagesWithoutUnused: Plugin = {
  name: 'packages-without-unused',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/](?:client-zip[\\/]index|oauth4webapi[\\/]build[\\/]index|hono[\\/]dist[\\/](?:context|hono-base|request))\.js$/
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
