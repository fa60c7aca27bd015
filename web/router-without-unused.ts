import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** The same modules without the warnings for developers. The exports of the package do not name them. */
const production = join(dirname(createRequire(import.meta.url).resolve('react-router/package.json')), 'dist/production')

/** What is left out, and what stands there instead. */
const cuts: readonly (readonly [RegExp, string])[] = [
  // Names for the tools of developers, which keep each part from being left out by the bundler.
  [/^\w+\.displayName = "[\w.]+";$/gm, ''],
  // Components and contexts that no page asks for, which the bundler keeps where it does not know that making them has no effect.
  [/(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm, '/* @__PURE__ */ '],
  // A link can load the data of the page ahead that it leads to, where the server of the router has given it any.
  [/let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\([^)]*\);/, ''],
  [/\.\.\.prefetchHandlers,/, ''],
  [/mergeRefs\(forwardedRef, prefetchRef\)/, 'forwardedRef'],
  [/return shouldPrefetch && [^;]* : link;/, 'return link;'],
  // Routes that load data and show its errors.
  [
    /(?<=function _renderMatches\([^]*?\{\n) {2}let dataRouterState = dataRouterOpts\?\.state;/,
    'const dataRouterState = undefined;'
  ],
  [
    /let routerState = React\d*\.useContext\(DataRouterStateContext\);(?=\s+let \{ navigator, basename \})/,
    'const routerState = null;'
  ],
  [/let isTransitioning = routerState != null &&[^;]*;/, 'const isTransitioning = false;'],
  [/^RenderErrorBoundary\.contextType = \w+;$/m, ''],
  [/return isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\);/, 'return useNavigateUnstable();']
]

/**
 * The router of a build is its production one, without routes that load data and links that do it ahead: the pages here ask for data by
 * themselves. That was 4 KB of every page, and a new callback per link and rendering, by which React let each link go and took it again.
 * `tests/unit/router-without-unused.test.ts` fails when a page asks for what is left out.
 */
export const routerWithoutUnused: Plugin = {
  name: 'router-without-unused',
  apply: 'build',
  config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: join(production, 'index.mjs') }] } }),
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/, code: 'function LinkWithRef' },
    handler(code) {
      let used = code
      for (const [part, instead] of cuts) {
        const without = used.replace(part, instead)
        if (without === used) this.error(`react-router is written differently now, adapt this plugin: ${String(part)}`)
        used = without
      }
      return { code: used, map: null }
    }
  }
}
