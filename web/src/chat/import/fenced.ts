/** A text as a block of code in Markdown, whatever marks it has itself. @param language of the code, if it is one of a word */
export function fenced(text: string, language: string): string {
  const longest = Array.from(text.matchAll(/`+/g), ([run]) => run.length).reduce((most, one) => Math.max(most, one), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[a-z][\w+#-]{0,30}$/i.test(language) ? (languages[language] ?? language) : ''}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** As ChatGPT names them. */
const languages: Partial<Record<string, string>> = { react: 'jsx', other: '', unknown: '' }

const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/
const end = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/

/** Tells whether places of a text are within its blocks of code. They have to be asked for in order. */
export function isInFences(text: string): (place: number) => boolean {
  let next = 0
  let open = ''
  return (place) => {
    while (next <= place) {
      const to = text.indexOf('\n', next)
      const line = text.slice(next, to === -1 ? undefined : to)
      const [, run = ''] = (open === '' ? fence : end).exec(line.slice(0, 300)) ?? []
      if (open === '') open = run
      else if (run.startsWith(open)) open = ''
      next = to === -1 ? Infinity : to + 1
    }
    return open !== ''
  }
}
