import type { Plugin } from 'vite'
import { ofParsing, ofSchemas, ofUtilities, type Part } from './zod-parts.ts'

/**
 * In place of the English texts of problems: our schemas have texts of their own, calls of the API get Russian ones, and a broken
 * setting in the log tells the rule and its bound.
 */
const plainTexts = `export default () => ({
  localeError: ({ code, expected, format, values, minimum, maximum }) =>
    [code, expected ?? format ?? values ?? minimum ?? maximum].join(' ')
})`

/** What an error could make of its problems: forms and lists, and more problems. Ours reads the problems themselves. */
export const unusedOfErrors = ['format', 'flatten', 'addIssue', 'addIssues', 'isEmpty']

const errorMethods =
  /\nconst _installedErrorProtos = [^]*?(?=\nconst initializer = )|\n {4}const proto = Object\.getPrototypeOf\(inst\);[^]*?(?=\n\};\nexport const ZodError = )/g

const partsOf: Readonly<Record<string, readonly Part[]>> = {
  'classic/schemas.js': ofSchemas,
  'core/schemas.js': ofParsing,
  'core/util.js': ofUtilities
}

/**
 * zod can do much that no code here asks for: describe a schema as JSON Schema, parse cycles, know dozens of formats of a string, encode what
 * it decoded, wait for promises, word each problem in English. It would be a tenth of what an isolate parses and some KB of every page, and no bundler sees that a method is not called. So
 * it is left out (`zod-parts.ts`): a call of it is a TypeError in what is built, and `tests/unit/zod-without-unused.test.ts` fails before that.
 */
export const zodWithoutUnused: Plugin = {
  name: 'zod-without-unused',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/]zod[\\/]v4[\\/](?:core[\\/](?:json-schema-processors|json-schema-generator|to-json-schema|schemas|util)|classic[\\/](?:errors|schemas)|locales[\\/]en)\.js$/
    },
    handler(code, id) {
      if (id.endsWith('en.js')) return { code: plainTexts, map: null }
      if (id.endsWith('errors.js')) {
        const left = code.replaceAll(errorMethods, '')
        if (unusedOfErrors.some((name) => left.includes(`"${name}"`)))
          this.error('zod writes its errors differently now, adapt this plugin')
        return { code: left, map: null }
      }
      const parts = partsOf[id.replaceAll('\\', '/').replace(/^.*\/v4\//, '')]
      if (parts) {
        let left = code
        for (const [part, instead = ''] of parts) {
          const without = left.replace(part, instead)
          if (without === left) this.error(`zod is written differently now, adapt zod-parts.ts: ${id} ${part}`)
          left = without
        }
        return { code: left, map: null }
      }
      const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
      return { code: names.map((name) => `export const ${name} = undefined`).join('\n'), map: null }
    }
  }
}
