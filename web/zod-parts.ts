// What of zod's files no schema of ours asks for: `zod-without-unused.ts` leaves it out.

const words = (line: string) => line.split(' ')

/** A part of a file, and what stands there in what is built; without it: nothing. */
export type Part = readonly [part: RegExp, instead?: string]

/** The methods that go with the formats that a string can be asked for by a method: ours have rules and texts of their own, or are `z.url`. */
export const unusedFormats = [
  'email url jwt emoji guid uuid uuidv4 uuidv6 uuidv7 nanoid cuid cuid2 ulid xid',
  'ksuid base64 base64url ipv4 ipv6 cidrv4 cidrv6 e164 datetime date time duration'
].flatMap(words)

/** Methods of a schema that nothing here calls. */
export const unusedMethods = [
  'with or and exactOptional nonoptional prefault readonly brand apply unwrap',
  'register describe meta toJSONSchema isOptional isNullable',
  'parseAsync safeParseAsync validate validateAsync',
  'encode decode encodeAsync decodeAsync safeEncode safeDecode safeEncodeAsync safeDecodeAsync',
  'lowercase uppercase slugify multipleOf step nonempty length',
  'gt gte lt lte safe negative nonpositive finite',
  'keyof passthrough safeExtend merge exactPartial required pick catchall strict loose strip'
].flatMap(words)

/** Others, which each schema gets when it is made. */
export const unusedOfEach = ['extract', 'exclude', 'removeDefault', 'removeCatch']

/** How a schema's prototype spells it. */
const method = (name: string): Part => [
  new RegExp(`^ {4}(?:async )?${name}(?:: (?:async )?function \\w+)?\\(.*\\) \\{\\n(?: {8}.*\\n)*? {4}\\},\\n`, 'gm')
]

/** Of `classic/schemas.js`: the methods and how they are made known. */
export const ofSchemas: readonly Part[] = [
  // Builds a function from a text for each object, where that is allowed: neither in workerd nor by the policy of the pages.
  [/(?<=\bcore\.\$ZodObject)JIT(?=\.init\()/],
  // How each schema names the function that would describe it.
  [/^ *inst\._zod\.processJSONSchema = .*;$/gm],
  [/(?<=\nexport const ZodString = [^]*?\n\}), \{\n {4}email\([^]*?\n\}\);\n/, ');\n'],
  // What follows values that contain themselves; none that is parsed comes from anywhere but JSON.
  [/^ *_ensureDefaultMemoizer\(\);$/gm],
  ...unusedMethods.map(method),
  [/\n {4}get "~standard"\(\) \{[^]*?\n {4}\},\n {4}set "~standard"\(value\) \{[^]*?\n {4}\},/],
  [/\n {4}get spa\(\) \{[^]*?\n {4}\},\n {4}set spa\(value\) \{[^]*?\n {4}\},/],
  [/\n {4}get description\(\) \{[^]*?\n {4}\},/],
  // What a schema could tell of its checks.
  [/(?<=util\.derived\(\{)\n {4}(?:format|minLength|minValue|minDate|minSize): [^]*?(?=\n\}, \{)/g],
  [
    /\n {4}const keys = new Set\(Object\.keys\(def\.entries\)\);\n {4}inst\.extract = [^]*?\n {4}\};\n {4}inst\.exclude = [^]*?\n {4}\};/
  ],
  [/\n {4}inst\.(?:unwrap|removeDefault|removeCatch) = .*;/g],
  // The one value of a literal; `values` stays.
  [/\n {4}Object\.defineProperty\(inst, "value", \{[^]*?\n {4}\}\);/],
  // Nothing is parsed backwards, and what is given to a schema returns no promise.
  [/\n {8}if \(_ctx\.direction === "backward"\) \{[^]*?\n {8}\}/],
  [
    /(?<=if \(output instanceof Promise\) \{)[^]*?(?=\n {8}\}\n {8}payload\.value = output;)/,
    'throw new core.$ZodAsyncError();'
  ]
]

/**
 * Of `core/schemas.js`. A promise is refused where code of ours could return it: by a check, and by what refines or transforms. So nothing else
 * that is parsed can be one.
 */
export const ofParsing: readonly Part[] = [
  [
    /(?<=const r = def\.fn\(input\);\n {8})if \(r instanceof Promise\) \{[^]*?\n {8}\}/,
    'if (util.isPromise(r)) throw new core.$$ZodAsyncError();'
  ],
  [/if \(_ instanceof Promise && ctx\?\.async === false\)/, 'if (util.isPromise(_))'],
  [/\b\w+ instanceof Promise\b/g, 'false'],
  [/\basyncResult \|\| false\b/, 'false'],
  [/\n {8}const proms = \[\];/g],
  [/\bproms\.length\b/g, '0'],
  [/\bhandleCatchall\(proms, /g, 'handleCatchall('],
  [/\bctx\.async\b/g, 'false'],
  [/\b(?:payload|result)\.memo\b(?! =)/g, 'false'],
  // Each problem is found, and records and unions are as strict as they are without a word.
  [/\bctx\?\.abortEarly\b/g, 'false'],
  [/(?<!\.)\bdef\.unionFallback\b/, 'false'],
  [/\bdef\.mode === "loose"/g, 'false'],
  [/\n {12}if \(asyncResult\) \{[^]*?\n {12}\}(?=\n {12}return payload;)/],
  [/\bctx\?*\.direction === "backward"/g, 'false'],
  [/ && !ctx\?\.skipChecks && ctx\?\.direction !== "backward"/],
  [/ && \(value !== undefined \|\| ctx\.direction !== "backward"\)/],
  [/\bctx\.skipChecks\b/, 'false'],
  [/\bcore\.globalConfig\.memoizer\b/g, 'undefined'],
  [/, \{\n {4}\/\/ Wrappers extend this [^]*?\n\}(?=\);\n)/],
  // The form of a text, for texts that are made of several.
  [/\n {4}util\.defineLazyInternal\(inst, "pattern", \(zod\) => (?:[^{\n].*\);|\{[^]*?\n {4}\}\);)/g],
  [/\n {4}inst\._zod\.pattern = .*;/g],
  [/\n {4}inst\._zod\.version = version;/],
  // An address may have any host.
  [/\n {12}if \(url === URL_BAD_FORMAT\) \{[^]*?\n {12}\}/],
  [/\n {12}if \(def\.hostname && [^]*?(?=\n {12}\/\/ Set the output)/],
  [/def\.normalize \? url\.href : /],
  [
    /\n {4}if \(!\("normalize" in def\)[^]*?\n {4}\}\n {4}return parseURLObject\(trimmed, def\);/,
    '\n    return canParseURL(trimmed) || URL_UNPARSEABLE;'
  ]
]

/** Of `core/util.js`. */
export const ofUtilities: readonly Part[] = [
  [/\n {4}(?:int32|uint32|float32): \[.*\],/g],
  // Mistakes of who writes a schema: tests make the same schemas with the whole of zod.
  [/\n {8}if \(params\?\.error !== undefined\)\n {12}throw new Error\(.*\);/],
  [/(?<=export function extend\(schema, shape\) \{)[^]*?(?=\n {4}return clone\()/],
  [/$/, 'export const isPromise = (value) => value instanceof Promise;\n']
]
