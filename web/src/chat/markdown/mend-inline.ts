/**
 * The open block as it will probably read when its last line is whole: emphasis and code that the line has begun are
 * ended, so that their marks do not show while the words between them arrive.
 */
export function mendInline(source: string): string {
  const line = source.slice(source.lastIndexOf('\n') + 1)
  const prose = line.replaceAll(/\\./g, '').replaceAll(/`[^`]+`/g, '')
  const code = prose.lastIndexOf('`')
  if (code !== -1) return /^`+$/.test(prose.slice(code)) ? source.replace(/`+$/, '') : `${source}\``
  const marks = prose.match(/\*\*/g)?.length ?? 0
  if (marks % 2 === 0) return source
  const begun = source.trimEnd()
  return begun.endsWith('**') ? begun.slice(0, -2) : `${begun.replace(/\*$/, '')}**`
}
