export const megabyte = 1024 * 1024

/** A request body that is sent a megabyte at a time, and how many of them the Worker has pulled. */
export function slowly(text: string) {
  let read = 0
  const stream = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const part = text.slice(read, read + megabyte)
      read += part.length
      if (part === '') controller.close()
      else controller.enqueue(new TextEncoder().encode(part))
    }
  })
  return { stream, megabytes: () => read / megabyte }
}
