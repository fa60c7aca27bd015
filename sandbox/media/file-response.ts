/** A file as an answer, with its length. */
export function fileResponse(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  headers: Readonly<Record<string, string>> = {}
): Response {
  const length = String(bytes.byteLength)
  return new Response(bytes, { headers: { ...headers, 'content-type': type, 'content-length': length } })
}
