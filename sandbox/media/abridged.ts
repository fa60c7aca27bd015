// Requests as the log keeps them: a thousand uploads would fill the memory and help nobody.
import { isObject } from '../json.ts'

// Longer than any prompt that the site lets through.
const KEPT_CHARACTERS = 40_000

/** The value with what is longer than any prompt cut short. */
export function abridged(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= KEPT_CHARACTERS ? value : `${value.slice(0, 60)}… ${value.length}`
  if (Array.isArray(value)) return value.map((item) => abridged(item))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, abridged(item)]))
}

/** The fields of a form; of a file its name, type and size. A field that is there twice is a list. */
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
