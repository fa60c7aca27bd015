/** Marks that mean something to the eye and are noise to the ear, in the order in which they are taken away. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:`{3,}|~{3,}).*$/gm, ''],
  [/^[ \t]*\|?[ \t]*:?-{3,}:?[ \t|:-]*$/gm, ''],
  [/^[ \t]*(?:>[ \t]?)+/gm, ''],
  [/^[ \t]*#{1,6}[ \t]+/gm, ''],
  [/^[ \t]*[-*+][ \t]+/gm, ''],
  [/!?\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/^[ \t]*\||\|[ \t]*$/gm, ''],
  [/[ \t]*\|[ \t]*/g, ', '],
  [/\*+(?=\S)|(?<=\S)\*+|~~|`+/g, ''],
  [/(?<![\p{L}\d_])_+(?=\S)|(?<=\S)_+(?![\p{L}\d_])/gu, ''],
  [/\s+/g, ' ']
]

/** Markdown as it is read aloud: its words without its marks, the first `lengthMax` characters. */
export function spokenText(markdown: string, lengthMax: number): string {
  // Marks take room as well; what is far behind the end is not looked at.
  const text = marks.reduce((rest, [mark, by]) => rest.replace(mark, by), markdown.slice(0, lengthMax * 2)).trim()
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text
}
