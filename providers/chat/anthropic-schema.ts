// The part of JSON schemas that Anthropic takes where it holds a model to one. It refuses a schema with anything else, so bounds of
// numbers, lengths and the like are left out: what the model writes may break them, as it may elsewhere without `strict`.

/** Deeper than any schema; without an end, one that is made to be deep would break the reading. */
const depthMax = 64
const kept = new Set(['type', 'description', 'title', 'enum', 'const', 'default', 'required', '$ref'])
const ofNames = new Set(['properties', '$defs', 'definitions'])
const nested = new Set(['items', 'anyOf', 'allOf', 'oneOf'])
const formats = /^(date-time|time|date|duration|email|hostname|uri|ipv4|ipv6|uuid)$/

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects have no other fields than their own, which Anthropic demands. */
export function strictSchema(schema: unknown, depth = 0): unknown {
  if (depth > depthMax) return {}
  if (Array.isArray(schema)) return schema.map((one) => strictSchema(one, depth + 1))
  if (!isObject(schema)) return schema
  const fields = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    if (kept.has(name) || (name === 'format' && formats.test(String(value)))) return [[name, value]]
    if (nested.has(name)) return [[name === 'oneOf' ? 'anyOf' : name, strictSchema(value, depth + 1)]]
    if (!ofNames.has(name) || !isObject(value)) return []
    const named = Object.entries(value).map(([key, one]) => [key, strictSchema(one, depth + 1)])
    return [[name, Object.fromEntries(named)]]
  })
  const isOfObjects = schema['type'] === 'object' || isObject(schema['properties'])
  return { ...Object.fromEntries(fields), ...(isOfObjects && { additionalProperties: false }) }
}
