// Reads a body of `multipart/form-data` (RFC 7578). Parts are views of the body, so that a file is not copied, and each byte is looked at
// once or twice: the runtime's own reader makes copies of each file and counts no parts.

export interface FormPart {
  name: string
  /** Null: it is a field of text. Otherwise as the client names the file; nothing may be concluded from it. */
  filename: string | null
  bytes: Uint8Array<ArrayBuffer>
}

/** `broken`: it has no end, or a part has no name. */
export type FormProblem = 'broken' | 'too-many'

const [carriageReturn, lineFeed, dash] = ['\r', '\n', '-'].map((sign) => sign.charCodeAt(0))
/** Of one part. */
const headBytesMax = 8 * 1024
const nameLengthMax = 100

/** The boundary that the header `content-type` names; null: none, or none that may be. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, bare] = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare ?? ''
  return /^[!-~][ -~]{0,69}$/.test(boundary) ? boundary : null
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function hasAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  let same = 0
  while (same < text.length && bytes[at + same] === text[same]) same += 1
  return same === text.length
}

/** Where this text is, from there on; -1: nowhere. It begins with a line break, so no byte is compared often. */
function find(bytes: Uint8Array, text: Uint8Array, from: number): number {
  const last = bytes.length - text.length
  for (let at = from; at <= last; at += 1) if (bytes[at] === carriageReturn && hasAt(bytes, at, text)) return at
  return -1
}

const headEnd = encode('\r\n\r\n')
const parameter = /;\s*(name|filename)(\*?)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gi

/** As clients write names: browsers escape quotes and line breaks with percent signs, others with a backslash. */
const unescaped = (text: string): string =>
  text
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function partOf(bytes: Uint8Array<ArrayBuffer>): FormPart | null {
  const end = find(bytes.subarray(0, headBytesMax), headEnd, 0)
  if (end === -1) return null
  const head = new TextDecoder().decode(bytes.subarray(0, end))
  const [, said = ''] = /^content-disposition:\s*form-data\b(.*)$/im.exec(head) ?? []
  let name = ''
  let filename: string | null = null
  for (const [, key = '', , quoted, bare = ''] of said.matchAll(parameter))
    if (key.toLowerCase() === 'name') name = unescaped(quoted ?? bare)
    else filename = unescaped(quoted ?? bare)
  if (name === '' || name.length > nameLengthMax) return null
  return { name, filename, bytes: bytes.subarray(end + headEnd.length) }
}

/** In the order of the body. @param partsMax more are not read */
export function formPartsOf(
  bytes: Uint8Array<ArrayBuffer>,
  boundary: string,
  partsMax: number
): FormPart[] | FormProblem {
  const delimiter = encode(`\r\n--${boundary}`)
  const isFirst = hasAt(bytes, 0, delimiter.subarray(2))
  const first = isFirst ? -2 : find(bytes, delimiter, 0)
  if (!isFirst && first === -1) return 'broken'
  const parts: FormPart[] = []
  for (let at = first + delimiter.length; ;) {
    if (bytes[at] === dash && bytes[at + 1] === dash) return parts
    if (bytes[at] !== carriageReturn || bytes[at + 1] !== lineFeed) return 'broken'
    if (parts.length === partsMax) return 'too-many'
    const end = find(bytes, delimiter, at)
    const part = end === -1 ? null : partOf(bytes.subarray(at + 2, end))
    if (!part) return 'broken'
    parts.push(part)
    at = end + delimiter.length
  }
}
