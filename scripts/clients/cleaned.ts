// What a client has sent, without what it said: a sample that a test may keep and replay.
import type { Exchange } from './recorder.ts'

/** Longer texts are what a person or an agent wrote; shorter ones are names, kinds and settings. */
const shortCharacters = 60
const kept = new Set(['id', 'call_id', 'tool_call_id', 'tool_use_id', 'name', 'type', 'role', 'model'])
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi

const cleanText = (text: string): string =>
  text
    .replaceAll(/sk-[\w-]{20,}/g, '<key>')
    .replaceAll(uuid, '<uuid>')
    .replaceAll(/\/(?:tmp|root|home|Users|var)\/[^\s"'«»]*/g, '<path>')

function cleanValue(value: unknown, key = ''): unknown {
  if (typeof value === 'string')
    return value.length <= shortCharacters || kept.has(key) ? cleanText(value) : `<${value.length} characters>`
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, key))
  if (typeof value !== 'object' || value === null) return value
  if (key === 'parameters' || key === 'input_schema') return { type: 'object', properties: {} }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanValue(item, name)]))
}

/** Keys, ids, paths and long texts are replaced; schemas of tools are empty ones. */
export const cleaned = ({ afterMs, method, url, headers, body }: Exchange) => ({
  afterMs,
  method,
  url,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !['host', 'connection', 'content-length', 'x-codex-turn-metadata'].includes(name))
      .map(([name, value]) => [name, cleanText(String(value))])
  ),
  body: cleanValue(body)
})
