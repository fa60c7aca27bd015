// Recognizes lines of markdown by CommonMark 0.31: fences (4.5), list markers (5.2) and indentation.

export interface Fence {
  marker: string
  length: number
  indent: number
  language: string
}

export const isBlank = (line: string): boolean => !/[^ \t\n]/.test(line)

/** Columns before the first character; a tab fills up to the next multiple of four. */
export function indentOf(line: string): number {
  let column = 0
  for (const character of line) {
    if (character === ' ') column += 1
    else if (character === '\t') column += 4 - (column % 4)
    else break
  }
  return column
}

/** The code fence that a line opens. A line with another backtick after the fence is inline code. */
export function fenceOf(line: string): Fence | null {
  const [, spaces = '', fence = '', info = ''] = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,}(?!~))(.*)$/.exec(line) ?? []
  const marker = fence[0]
  if (marker === undefined) return null
  const language = /^\s*(\S{0,40})/.exec(info)?.[1] ?? ''
  return { marker, length: fence.length, indent: spaces.length, language }
}

export function fenceCloses(fence: Fence, line: string): boolean {
  const [, run = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
  return run.startsWith(fence.marker) && run.length >= fence.length
}

/** Columns of a list marker and the space after it; 0 for any other line. */
export function markerWidth(line: string): number {
  const [, marker = '', space = ''] = /^[ \t]*([-*+]|\d{1,9}[.)])([ \t]+|$)/.exec(line) ?? []
  if (marker === '') return 0
  // Five or more spaces begin indented code: then only one belongs to the marker.
  return marker.length + (space.length >= 1 && space.length <= 4 ? space.length : 1)
}

/** The line below the head of a table whose rows begin with a bar. */
export const isTableRule = (line: string): boolean => /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/.test(line)
