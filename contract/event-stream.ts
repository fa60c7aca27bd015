// Answers come as server-sent events: from suppliers to the server, and from it to the page.

export interface StreamedEvent {
  id: string | undefined
  event: string | undefined
  data: string
}

export interface EventStreamBounds {
  /** Of an event that has not ended. */
  charactersMax: number
  /** It is longer. Nothing more is read. */
  onTooLong: () => void
}

/**
 * Reads a `text/event-stream` (WHATWG HTML, 9.2.6) without comments and times to wait.
 * @returns takes the next text; it may be cut anywhere
 */
export function eventStream(
  onEvent: (event: StreamedEvent) => void,
  bounds?: EventStreamBounds
): (text: string) => void {
  /** A line that has not ended. */
  let rest = ''
  /** It ends with the first half of `\r\n`, or with a whole end. */
  let isHalfEnd = false
  let isOver = false
  let id: string | undefined
  let event: string | undefined
  let data: string | undefined

  function take(line: string) {
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
    if (field === 'data') data = data === undefined ? value : `${data}\n${value}`
    else if (field === 'event') event = value || undefined
    else if (field === 'id' && !value.includes('\0')) id = value
    if (line !== '') return
    if (data !== undefined) onEvent({ id, event, data })
    id = event = data = undefined
  }

  return (text) => {
    if (isOver) return
    rest += text
    // A line of many texts is looked at once, when its end has come.
    if (isHalfEnd || /[\r\n]/.test(text)) {
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      isHalfEnd = rest.endsWith('\r')
      lines.forEach(take)
    }
    if (!bounds || rest.length + (data?.length ?? 0) <= bounds.charactersMax) return
    isOver = true
    bounds.onTooLong()
  }
}
