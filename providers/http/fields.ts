// Reads single fields of external JSON. Streams use these instead of schemas, because a schema check per delta costs
// more than the rest of the adapter.

/** Half of a character: only an escape can hold one, because JSON is decoded from UTF-8, and few texts have such escapes. */
const halfEscape = /\\u[dD][89a-fA-F]/

const wholeText = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/**
 * Half of a character becomes U+FFFD in each text: databases and other programs take it for no text at all. Names of fields
 * stay as they are: they are compared with known ones and never kept.
 * @returns undefined for text that is not JSON, which valid JSON never yields
 */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text, halfEscape.test(text) ? wholeText : undefined)
  } catch {
    return undefined
  }
}

const depthMax = 100

/** Whether a value is nested deeper than any schema or any arguments of a function: writing it may fill the stack, here or where it is sent. */
export function isNestedTooDeeply(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthMax) return true
    level = level.flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/** The value at a path of keys; undefined when any step is missing. */
export function fieldAt(value: unknown, key: string, ...deeper: string[]): unknown {
  let field = memberOf(value, key)
  for (const next of deeper) field = memberOf(field, next)
  return field
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

export function textAt(value: unknown, key: string, ...deeper: string[]): string | null {
  const field = fieldAt(value, key, ...deeper)
  return typeof field === 'string' ? field : null
}

/** A whole number from zero up, null for everything else. */
export function countAt(value: unknown, key: string, ...deeper: string[]): number | null {
  const field = fieldAt(value, key, ...deeper)
  return typeof field === 'number' && Number.isSafeInteger(field) && field >= 0 ? field : null
}

/** A share from 0 to 1, null for everything else. */
export function shareAt(value: unknown, key: string, ...deeper: string[]): number | null {
  const field = fieldAt(value, key, ...deeper)
  return typeof field === 'number' && field >= 0 && field <= 1 ? field : null
}
