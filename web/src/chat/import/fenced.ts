/** A text as a block of code in Markdown, whatever marks it has itself. @param language of the code, if it is one of a word */
export function fenced(text: string, language: string): string {
  const longest = Array.from(text.matchAll(/`+/g), ([run]) => run.length).reduce((most, one) => Math.max(most, one), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[a-z][\w+#-]{0,30}$/i.test(language) ? (languages[language] ?? language) : ''}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** As ChatGPT names them. */
const languages: Partial<Record<string, string>> = { react: 'jsx', other: '', unknown: '' }
