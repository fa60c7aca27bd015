import type { Plugin } from 'vite'

const words = (line: string) => line.split(' ')

/** How each schema names the function that would describe it. */
const naming = /^ *inst\._zod\.processJSONSchema = .*;$/gm

/** The formats that a string can be asked for by a method: ours have rules and texts of their own, or are `z.url`. */
const formats = /(?<=\nexport const ZodString = [^]*?\n\}), \{\n {4}email\([^]*?\n\}\);\n/

/** The methods that go with them. */
export const unusedFormats = [
  'email url jwt emoji guid uuid uuidv4 uuidv6 uuidv7 nanoid cuid cuid2 ulid xid',
  'ksuid base64 base64url ipv4 ipv6 cidrv4 cidrv6 e164 datetime date time duration'
].flatMap(words)

/** What follows values that contain themselves; none that is parsed comes from anywhere but JSON. */
const cycles = /^ *_ensureDefaultMemoizer\(\);$/gm

/**
 * In place of the English texts of problems: our schemas have texts of their own, calls of the API get Russian ones, and a broken
 * setting in the log tells the rule and its bound.
 */
const plainTexts = `export default () => ({
  localeError: ({ code, expected, format, values, minimum, maximum }) =>
    [code, expected ?? format ?? values ?? minimum ?? maximum].join(' ')
})`

/** Methods of a schema that nothing here calls. */
export const unusedMethods = [
  'with or and exactOptional nonoptional prefault readonly brand apply',
  'register describe meta toJSONSchema isOptional isNullable',
  'parseAsync safeParseAsync validate validateAsync',
  'encode decode encodeAsync decodeAsync safeEncode safeDecode safeEncodeAsync safeDecodeAsync',
  'lowercase uppercase slugify multipleOf step',
  'keyof passthrough safeExtend merge exactPartial required'
].flatMap(words)

/** How a schema's prototype spells it. */
const method = (name: string) =>
  new RegExp(`^ {4}(?:async )?${name}(?:: (?:async )?function \\w+)?\\(.*\\) \\{\\n(?: {8}.*\\n)*? {4}\\},\\n`, 'm')

/** Builds a function from a text for each object, where that is allowed: neither in workerd nor by the policy of the pages. */
const compiled = /(?<=\bcore\.\$ZodObject)JIT(?=\.init\()/

/** What an error could make of its problems: forms and lists, and more problems. Ours reads the problems themselves. */
export const unusedOfErrors = ['format', 'flatten', 'addIssue', 'addIssues', 'isEmpty']

const errorMethods =
  /\nconst _installedErrorProtos = [^]*?(?=\nconst initializer = )|\n {4}const proto = Object\.getPrototypeOf\(inst\);[^]*?(?=\n\};\nexport const ZodError = )/g

const unused = [compiled, naming, formats, cycles, ...unusedMethods.map(method)]

/**
 * zod can do much that no code here asks for: describe a schema as JSON Schema, parse cycles, know dozens of formats of a string, encode what
 * it decoded, word each problem in English. It would be a tenth of what an isolate parses and some KB of every page, and no bundler sees that a method is not called. So
 * it is left out: a call of it is a TypeError in what is built, and `tests/unit/zod-without-unused.test.ts` fails before that.
 */
export const zodWithoutUnused: Plugin = {
  name: 'zod-without-unused',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/]zod[\\/]v4[\\/](?:core[\\/](?:json-schema-processors|json-schema-generator|to-json-schema)|classic[\\/](?:errors|schemas)|locales[\\/]en)\.js$/
    },
    handler(code, id) {
      if (id.endsWith('en.js')) return { code: plainTexts, map: null }
      if (id.endsWith('errors.js')) {
        const left = code.replaceAll(errorMethods, '')
        if (unusedOfErrors.some((name) => left.includes(`"${name}"`)))
          this.error('zod writes its errors differently now, adapt this plugin')
        return { code: left, map: null }
      }
      if (id.endsWith('schemas.js')) {
        let used = code
        for (const part of unused) {
          const without = used.replace(part, part === formats ? ');\n' : '')
          if (without === used) this.error(`zod is written differently now, adapt this plugin: ${part}`)
          used = without
        }
        return { code: used, map: null }
      }
      const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
      return { code: names.map((name) => `export const ${name} = undefined`).join('\n'), map: null }
    }
  }
}
