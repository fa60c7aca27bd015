// Picks single fields out of foreign JSON. Streams are read with these instead of schemas: a schema for every delta
// costs more than everything else the adapter does.

/** @returns undefined for text that is not JSON; JSON itself never gives undefined */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a path of keys; undefined when any step is missing. */
export function fieldAt(value: unknown, ...path: string[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Record<string, unknown>)[key]
  }
  return current
}

export function textAt(value: unknown, ...path: string[]): string | null {
  const field = fieldAt(value, ...path)
  return typeof field === 'string' ? field : null
}

/** A whole number from zero up, null for everything else. */
export function countAt(value: unknown, ...path: string[]): number | null {
  const field = fieldAt(value, ...path)
  return typeof field === 'number' && Number.isSafeInteger(field) && field >= 0 ? field : null
}
