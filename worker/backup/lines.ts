/** The lines of a stream, as they come. */
export async function* linesOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of bytes.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
