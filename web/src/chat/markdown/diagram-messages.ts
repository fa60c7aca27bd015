// The messages between the chat and the sandboxed document of a diagram. Both sides check each message.

export interface DiagramRequest {
  type: 'draw'
  source: string
  dark: boolean
}

/** `height` is that of the drawing, in pixels. */
export type DiagramReply = { type: 'ready' } | { type: 'drawn'; height: number } | { type: 'failed' }

const isRecord = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null

/** Null for anything else. @public used by the document of a diagram, which is built by itself */
export const diagramRequest = (data: unknown): DiagramRequest | null =>
  isRecord(data) && data['type'] === 'draw' && typeof data['source'] === 'string' && typeof data['dark'] === 'boolean'
    ? { type: 'draw', source: data['source'], dark: data['dark'] }
    : null

const heightMin = 48
const heightMax = 900

/** Null for anything else. Too small and too large heights are bounded. */
export function diagramReply(data: unknown): DiagramReply | null {
  if (!isRecord(data)) return null
  const { type, height } = data
  if (type === 'ready' || type === 'failed') return { type }
  if (type !== 'drawn' || typeof height !== 'number' || !Number.isFinite(height)) return null
  return { type, height: Math.min(Math.max(height, heightMin), heightMax) }
}
