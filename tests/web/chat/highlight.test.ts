// Grammars are read when their language is first met, so their names are listed beside them.
import highlightJs from 'highlight.js/lib/core'
import { describe, expect, test } from 'vitest'
import { highlight } from '#web/src/chat/markdown/highlight.ts'

const colours = (code: string, language: string) => JSON.stringify(highlight(code, language))

describe('a language is known by every name that its grammar declares', () => {
  const listed =
    'bash cpp csharp css diff dockerfile go ini java json kotlin 1c php python ruby rust sql swift typescript xml yaml'
  test.each(listed.split(' '))('%s', async (file) => {
    const { default: grammar } = await import(`../../../node_modules/highlight.js/lib/languages/${file}.js`)
    const { aliases = [] } = grammar(highlightJs)
    for (const name of [file, ...aliases]) expect(highlight('x', name), name).not.toBeNull()
  })
})

test('the languages inside another one have their colours too', () => {
  expect(colours('<style>a { color: red }</style>', 'html')).toContain('hljs-attribute')
  expect(colours('<script>const a = 1</script>', 'html')).toContain('hljs-keyword')
  expect(colours('RUN echo "a" && cd b', 'docker')).toContain('hljs-built_in')
})

test('an unknown language has none', () => expect(highlight('x', 'nobody-knows')).toBeNull())

test('code that no person writes has none: it would hold up or break the page', () => {
  expect(highlight(`a${'b'.repeat(5000)}`, 'cpp')).toBeNull()
  expect(highlight('${'.repeat(1000), 'bash')).toBeNull()
  expect(highlight('${\n'.repeat(10_000), 'bash')).toBeNull()
  expect(highlight('${'.repeat(10), 'bash')).not.toBeNull()
})

test('long lines that a person writes keep theirs, however many: their lengths are found in one walk', () => {
  // A search for an endless line from each character would take a minute.
  expect(highlight(`+${'b'.repeat(4998)}\n`.repeat(1000), 'diff')).not.toBeNull()
}, 20_000)
