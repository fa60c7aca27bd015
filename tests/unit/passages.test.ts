// Passages of files: where they are divided, and which of them answer a question.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contracts } from '#bench/project-finding/contracts.ts'
import { Finder } from '#bench/project-finding/finder.ts'
import { passagesOf } from '#domain/passages.ts'
import { rankedPassages, termsOf } from '#domain/passage-ranking.ts'
import { stemsIn } from '#domain/word-stems.ts'

const sentences = (count: number, name = 'Предложение') =>
  Array.from({ length: count }, (_, index) => `${name} номер ${index} говорит о чём-то своём.`).join(' ')

describe('passages', () => {
  test('end with sentences, and each begins with the last short sentence of the one before it', () => {
    const text = sentences(100)
    const passages = passagesOf(text, false)
    expect(passages.length).toBeGreaterThan(2)
    for (const [index, { start, end }] of passages.entries()) {
      expect(text.slice(start, end)).toMatch(/^Предложение .*\.\s*$/s)
      const next = passages[index + 1]
      if (next) expect(end - next.start).toBeGreaterThan(0)
    }
  })

  test('never go on from one page to the next, and count empty pages', () => {
    const text = `\f${sentences(60, 'Вторая')}\f\f${sentences(3, 'Четвёртая')}`
    for (const { start, end, page } of passagesOf(text, true)) {
      expect(text.slice(start, end)).not.toContain('\f')
      expect(text.slice(start, end)).toContain(page === 2 ? 'Вторая' : 'Четвёртая')
      expect([2, 4]).toContain(page)
    }
    expect(passagesOf(text, false).every(({ page }) => page === null)).toBe(true)
  })

  test('of a table know its first line, and of the text behind it none', () => {
    const rows = Array.from({ length: 200 }, (_, index) => `Товар ${index}\t${index * 10}`)
    const text = ['Прайс на весну', 'Название\tЦена', ...rows, sentences(60)].join('\n')
    const passages = passagesOf(text, false)
    expect(passages[0]!.head).toBeNull()
    const { head } = passages[1]!
    expect(text.slice(head!.start, head!.end)).toBe('Название\tЦена')
    expect(passages.at(-1)!.head).toBeNull()
  })

  test('cover any text, are never longer than they may be, and are not too many', () => {
    const pieces = fc.constantFrom('слово ', 'Конец. ', '\n', '\f', '\t', '😀', 'а'.repeat(700), ' '.repeat(300))
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 200 }), fc.boolean(), (parts, isPaged) => {
        const text = parts.join('')
        const passages = passagesOf(text, isPaged)
        const covered = new Set(
          passages.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i))
        )
        for (let at = 0; at < text.length; at++) if (/\S/.test(text[at]!)) expect(covered.has(at)).toBe(true)
        for (const { start, end } of passages) {
          expect(end - start).toBeLessThanOrEqual(1500)
          expect(text.slice(start, end).isWellFormed()).toBe(true)
        }
        const pages = isPaged ? parts.filter((part) => part === '\f').length : 0
        expect(passages.length).toBeLessThanOrEqual(2 + pages + text.length / 200)
      }),
      { numRuns: 60 }
    )
  })
})

describe('the words of a text', () => {
  test.each([
    ['договор договора договору договором договоры договоров', 1],
    ['оплата оплаты оплатой оплату', 1],
    ['аренда аренды арендой аренду', 1],
    ['школьная школьной школьную школьными', 1],
    ['Ёлка ёлки елку', 1],
    ['платит платят', 1],
    ['contract contracts', 1],
    ['аренда поставка подряд', 3],
    ['и в на какова сколько the of', 0]
  ])('%s have so many stems: %d', (words, count) => expect(stemsIn(words)).toHaveLength(count))
})

describe('the best passages', () => {
  const finder = new Finder(contracts)
  const first = (question: string) => {
    const [best] = finder.found(question)
    return { name: best!.file.name, text: finder.textOf(best!) }
  }

  test.each([
    ['Какую плату вносит «Вектор» за склад?', 'Аренда склада Вектор.docx', '512 500'],
    ['Сколько «Ромашка» платит за аренду офиса в месяц?', 'Аренда офиса Ромашка.docx', '186 000'],
    ['Почём тонна муки у «Колоса»?', 'Поставка муки Колос.docx', '28 700'],
    ['Во сколько обойдётся ремонт школьной кровли?', 'Подряд кровля школы.docx', '6 915 300']
  ])('%s', (question, name, sum) => {
    const sent = finder.sent(question).map((passage) => ({ name: passage.file.name, text: finder.textOf(passage) }))
    expect(sent.some((one) => one.name === name && one.text.includes(sum))).toBe(true)
    expect(first(question).name).toBe(name)
  })

  test('of a question without any known word are the beginnings of the files', () => {
    const beginnings = finder.found('Qwerty?').slice(0, contracts.length)
    expect(new Set(beginnings.map(({ file }) => file.name)).size).toBe(contracts.length)
    expect(beginnings.every(({ start }) => start === 0)).toBe(true)
  })

  test('have at least one of a file that the question names', () => {
    const files = [
      { id: 'a', name: 'Отчёт март.txt' },
      { id: 'b', name: 'Приложение.txt' }
    ]
    const passages = [
      { id: 1, fileId: 'a', number: 0 },
      { id: 2, fileId: 'b', number: 0 },
      { id: 3, fileId: 'b', number: 1 }
    ]
    const hits = termsOf('Что в мартовском отчёте, март, про выручку?').map((term) => ({
      ...term,
      ids: term.stem.startsWith('выруч') ? [2, 3] : []
    }))
    expect(rankedPassages(files, passages, hits)[0]).toEqual(passages[0])
  })

  test('of a short question are also looked for by the words of the one before it, which count less', () => {
    const terms = termsOf('А за второй?', 'Какую плату вносит Вектор за склад?')
    expect(terms.find(({ stem }) => stem === 'втор')).toMatchObject({ weight: 1 })
    expect(terms.find(({ stem }) => stem === 'склад')!.weight).toBeLessThan(1)
    expect(termsOf('Какую плату вносит Вектор за большой склад?', 'Лекция').some(({ stem }) => stem === 'лекц')).toBe(
      false
    )
  })

  test('are found for a question of any length, with a bounded number of words', () => {
    expect(
      termsOf('слово1 '.repeat(10) + Array.from({ length: 5000 }, (_, i) => `слово${i}`).join(' ')).length
    ).toBeLessThan(130)
  })
})
