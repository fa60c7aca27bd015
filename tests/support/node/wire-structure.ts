// Compares wire formats by structure: the order of events, and the names and types of their fields.
import { readFileSync } from 'node:fs'

export interface WireEvent {
  type: string
  /** Field paths with their types; `broken` when the data is not JSON. */
  fields: string[]
}

export function readFixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/upstream/${name}`, import.meta.url), 'utf8')
}

/** `{ a: [{ b: 1 }] }` gives `a[].b: number`; sorted, without repeats. */
export function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => fieldsOf(item, `${path}[]`))
    return unique([`${path}: array`, ...items])
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    const inner = entries.flatMap(([key, item]) => fieldsOf(item, path === '' ? key : `${path}.${key}`))
    return unique(entries.length === 0 ? [`${path}: empty object`] : inner)
  }
  return [`${path}: ${value === null ? 'null' : typeof value}`]
}

/** The events of a stream; consecutive events with the same type and fields count as one. */
export function eventsOf(stream: string): WireEvent[] {
  const events = stream
    .split('\n\n')
    .filter((block) => block !== '')
    .map(eventOf)
  return events.filter((event, index) => JSON.stringify(event) !== JSON.stringify(events[index - 1]))
}

function eventOf(block: string): WireEvent {
  const match = /^event: (.+)\ndata: (.+)$/.exec(block)
  if (match?.[1] === undefined || match[2] === undefined) throw new Error(`Not a named event: ${block}`)
  try {
    const data: unknown = JSON.parse(match[2])
    return { type: match[1], fields: fieldsOf(data) }
  } catch {
    return { type: match[1], fields: ['broken'] }
  }
}

function unique(items: string[]): string[] {
  return [...new Set(items)].toSorted()
}
