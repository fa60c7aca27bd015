// Request bodies as the log keeps them. File contents are dropped: a thousand logged uploads would fill the memory.
import { isObject } from '../json.ts'

// Longer than any prompt that the site accepts.
const KEPT_CHARACTERS = 40_000

/** The value with every string longer than a prompt cut short. */
export function abridged(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= KEPT_CHARACTERS ? value : `${value.slice(0, 60)}… ${value.length}`
  if (Array.isArray(value)) return value.map((item) => abridged(item))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, abridged(item)]))
}

/** The fields of a form. A file becomes its name, type and size; a repeated field becomes a list. */
export function abridgedForm(form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const key of new Set(form.keys())) {
    const values = form.getAll(key).map((value) => {
      if (typeof value === 'string') return abridged(value)
      return { name: value.name, type: value.type, sizeBytes: value.size }
    })
    fields[key] = values.length === 1 ? values[0] : values
  }
  return fields
}
