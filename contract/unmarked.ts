// The words of an answer without the marks of Markdown, for a screen reader and for the results of the search. What is read aloud has its
// own rules, which know code and formulas: `web/src/chat/speech/speech-text.ts`.

/** In the order in which they are removed. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:`{3}|~{3}).*$/gm, ''],
  [/(?<![`\\])<br {0,3}\/?>/gi, ' '],
  [/^(?=.*---)[ \t:|-]+$/gm, ''],
  [/^[ \t]*(?:>[ \t]?)+/gm, ''],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/^[ \t]*[-*+][ \t]+/gm, ''],
  // An address without `[`, so that thousands of links without an end are each given up where the next one begins.
  [/!?\[([^[\]]*)\]\([^)[\s]{0,2000}\)/g, '$1'],
  [/^[ \t]*\||\|[ \t]*$/gm, ''],
  [/(?<![ \t])[ \t]+(?=\|)/g, ''],
  [/\|[ \t]*/g, ', '],
  [/\*(?=\S)|(?<=\S)\*|~~|`/g, ''],
  [/(?<![\p{L}\d_])_+(?=\S)|(?<=[^\s_])_+(?![\p{L}\d_])/gu, ''],
  [/\\([[\]()])/g, '$1'],
  [/\s+/g, ' ']
]

/** In one line. */
export const unmarked = (markdown: string): string =>
  marks.reduce((rest, [mark, by]) => rest.replace(mark, by), markdown).trim()
