// The texts of a long chat: what models write, in the mixture in which they write it.

const words =
  'модель ответ скорость память страница текст время браузер список строка таблица формула пример данные память запрос'.split(
    ' '
  )

/** The same words in every run. */
function wordsFrom(seed: number, count: number): string {
  let at = seed
  return Array.from({ length: count }, () => {
    at = (at * 48_271 + 11) % 2_147_483_647
    return words[at % words.length]
  }).join(' ')
}

const parts: ((n: number) => string)[] = [
  (n) => `## Раздел ${n}`,
  (n) => `${wordsFrom(n, 40)}, **${wordsFrom(n + 1, 3)}** и \`код_${n}\`. ${wordsFrom(n + 2, 40)}.`,
  (n) =>
    Array.from({ length: 8 }, (_, item) => `- ${wordsFrom(n + item, 12)} [ссылка](https://example.com/${n})`).join(
      '\n'
    ),
  (n) =>
    `\`\`\`python\n${Array.from({ length: 24 }, (_, line) => `def f_${n}_${line}(value):\n    return "${wordsFrom(n + line, 3)}"  # ${line}\n`).join('\n')}\`\`\``,
  (n) =>
    `${wordsFrom(n, 60)} при $x_{${n}} = \\frac{a}{b}$ и\n\n$$\n\\sum_{i=1}^{${n}} i^2 = \\frac{n(n+1)(2n+1)}{6}\n$$`,
  (n) =>
    `| Имя | Значение | Пояснение |\n|---|--:|---|\n${Array.from({ length: 12 }, (_, row) => `| ${wordsFrom(n + row, 2)} | ${row * n} | ${wordsFrom(n + row, 8)} |`).join('\n')}`,
  (n) => Array.from({ length: 6 }, (_, item) => `${item + 1}. ${wordsFrom(n + item, 20)}`).join('\n'),
  (n) => `> ${wordsFrom(n, 30)}\n>\n> ${wordsFrom(n + 1, 20)}`
]

/** An answer of at least so many bytes of UTF-8. */
export function answerOf(bytes: number, seed: number): string {
  const encoder = new TextEncoder()
  const blocks: string[] = []
  let size = 0
  for (let n = seed; size < bytes; n += 1) {
    const block = parts[n % parts.length]!(n)
    blocks.push(block)
    size += encoder.encode(block).length + 2
  }
  return blocks.join('\n\n')
}
