// Finds our own mark in a file (ai-mark.ts), so that it stays where everything else that the file tells is written over.
import { type SourceType, sourceTypeNames, xmpPacket } from './ai-mark-packet.ts'
import type { MediaSource } from './byte-reader.ts'

/** A stretch of the file. */
export interface Range {
  from: number
  to: number
}

/** What of a format stands before our packet and behind it, as ai-mark writes it. An MP3 begins with it. */
const around: Readonly<Record<string, { before: number; behind: number }>> = {
  'image/png': { before: 30, behind: 4 },
  'image/jpeg': { before: 33, behind: 0 },
  'image/webp': { before: 8, behind: 1 },
  'video/mp4': { before: 24, behind: 0 },
  'video/quicktime': { before: 24, behind: 0 },
  'audio/mp4': { before: 24, behind: 0 },
  'audio/mpeg': { before: Infinity, behind: 0 },
  'audio/wav': { before: 8, behind: 1 }
}

/** Our mark stands near the begin or near the end. */
const nearBytes = 128 * 1024

const at = (bytes: Uint8Array, packet: Uint8Array, from: number) =>
  packet.every((byte, index) => bytes[from + index] === byte)

/** Where these bytes begin in others; -1: nowhere. */
export function indexIn(bytes: Uint8Array, packet: Uint8Array): number {
  for (let from = bytes.indexOf(packet[0] ?? 0); from >= 0; from = bytes.indexOf(packet[0] ?? 0, from + 1))
    if (at(bytes, packet, from)) return from
  return -1
}

/** @returns null for a file without our mark @throws only what `source.read` throws */
export async function ownMarkIn(source: MediaSource, type: string): Promise<{ type: SourceType; range: Range } | null> {
  const room = around[type]
  if (!room) return null
  const { size } = source
  const starts = size <= 2 * nearBytes ? [0] : [0, size - nearBytes]
  for (const start of starts) {
    const bytes = await source.read(start, Math.min(size <= 2 * nearBytes ? size : nearBytes, size - start))
    for (const name of sourceTypeNames) {
      const packet = xmpPacket(name)
      const index = indexIn(bytes, packet)
      if (index < 0) continue
      const from = start + index
      const to = Math.min(size, from + packet.length + room.behind)
      return { type: name, range: { from: Math.max(0, from - room.before), to } }
    }
  }
  return null
}
