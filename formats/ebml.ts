// Elements of EBML (RFC 8794): an id, a length and content.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'

export interface Element {
  id: number
  start: number
  /** Null when the length was not known at writing. */
  end: number | null
}

export type WholeElement = Element & { end: number }

/** Reads a number whose leading zero bits give its length. */
export async function numberAt(reader: ByteReader, offset: number, keepsMarker: boolean, lengthMax: number) {
  const first = (await reader.view(offset, 1)).getUint8(0)
  const length = Math.clz32(first) - 23
  if (length > lengthMax) throw new BrokenMedia()
  const view = await reader.view(offset, length)
  let value = keepsMarker ? first : first & (0xff >> length)
  let isUnknown = (first & (0xff >> length)) === 0xff >> length
  for (let index = 1; index < length; index += 1) {
    value = value * 256 + view.getUint8(index)
    isUnknown &&= view.getUint8(index) === 0xff
  }
  return { value, length, isUnknown }
}

export async function elementAt(reader: ByteReader, offset: number): Promise<Element> {
  const name = await numberAt(reader, offset, true, 4)
  const size = await numberAt(reader, offset + name.length, false, 8)
  const start = offset + name.length + size.length
  const end = size.isUnknown ? null : start + size.value
  if (end !== null && (!Number.isSafeInteger(end) || end > reader.size)) throw new BrokenMedia()
  return { id: name.value, start, end }
}

type Visit = (element: WholeElement) => Promise<void>

/** Visits the children of an element whose end is known. */
export async function eachElement(reader: ByteReader, { start, end }: { start: number; end: number }, visit: Visit) {
  for (let offset = start; offset < end;) {
    const element = await elementAt(reader, offset)
    if (element.end === null || element.end > end) throw new BrokenMedia()
    await visit({ ...element, end: element.end })
    offset = element.end
  }
}

export async function unsigned(reader: ByteReader, { start, end }: { start: number; end: number }): Promise<number> {
  if (end - start > 8) throw new BrokenMedia()
  const view = await reader.view(start, end - start)
  let value = 0
  for (let index = 0; index < view.byteLength; index += 1) value = value * 256 + view.getUint8(index)
  return value
}

export async function float(
  reader: ByteReader,
  { start, end }: { start: number; end: number }
): Promise<number | null> {
  const view = await reader.view(start, end - start)
  return view.byteLength === 4 ? view.getFloat32(0) : view.byteLength === 8 ? view.getFloat64(0) : null
}
