// The marks that answers of ChatGPT have for sources and things.
import { threadCpuUsage } from 'node:process'
import { expect, test } from 'vitest'
import { sourcesMax } from '#contract/chat-limits.ts'
import { chatsInExport } from '#web/src/chat/import/chatgpt-export.ts'
import { contents, mark, message, read } from '../../support/web/chatgpt-steps.ts'

const sea = { title: 'Море | Энциклопедия', url: 'https://www.sea.example/a_(b)?x=1|2', attribution: 'Sea [1]' }
const reef = { title: 'Рифы', url: 'https://reef.example/' }
const seaLink = '[Sea \\[1\\]](<https://www.sea.example/a_(b)?x=1%7C2>)'
const reefLink = '[reef.example](<https://reef.example/>)'
const id = (index: number, kind = 'search') => ({ turn_index: 0, ref_type: kind, ref_index: index })

/** An answer with the pages of its marks in its metadata, in each form that exports have. */
const answer = (text: string) =>
  message('assistant', text, {
    metadata: {
      content_references: [
        {
          matched_text: mark('cite', 'turn0search0', 'turn0search1'),
          type: 'grouped_webpages',
          items: [{ ...sea, refs: [id(0), id(1)], supporting_websites: [reef] }]
        },
        { matched_text: mark('entity', 'broken'), type: 'entity', name: 'Чёрное море' },
        { matched_text: ' ', type: 'sources_footnote', sources: [reef] },
        'nonsense',
        { matched_text: mark('cite', 'turn0url1'), type: 'webpage', title: 'Рифы', safe_urls: [reef.url] },
        { matched_text: mark('cite', 'turn0search9'), items: [{ url: 'javascript:alert(1)' }, { url: 7 }] }
      ],
      search_result_groups: [{ entries: [{ ...reef, ref_id: id(3, 'news') }, null] }],
      citations: [{ start_ix: 6, end_ix: 17, metadata: reef }]
    }
  })

test('marks of sources become links where the page is known, and these are its sources', () => {
  const [found] = read(
    answer(
      `Море глубокое.${mark('cite', 'turn0search0', 'turn0search1')} Рифы ${mark('cite', 'turn0news3')}, да citeturn0search1.`
    )
  )
  expect(found!.content).toBe(`Море глубокое. ${seaLink} ${reefLink} Рифы ${reefLink}, да ${reefLink}.`)
  expect(found!.sources).toEqual([
    { url: 'https://www.sea.example/a_(b)?x=1%7C2', title: 'Море | Энциклопедия' },
    { url: 'https://reef.example/', title: 'Рифы' }
  ])
})

test('an older mark finds its page by its place, which is counted in whole characters', () => {
  expect(contents(answer('🦔 ёжик【12†source】.'), answer('А вот【12†source】 и【4:0†файл.pdf】.'))).toEqual([
    `🦔 ёжик ${reefLink}.`,
    'А вот и.'
  ])
})

test.each([
  ['a thing is its name', `Это ${mark('entity', '["city","Берлин","столица"]')}.`, 'Это Берлин.'],
  ['a thing without a form has the name of its metadata', `Это ${mark('entity', 'broken')}!`, 'Это Чёрное море!'],
  ['a title that the sentence needs stays', `См. ${mark('url', 'Тесла', 'turn0news3')} и`, `См. Тесла ${reefLink} и`],
  ['a title with its address', `См. ${mark('url', 'Риф', reef.url)}`, `См. Риф ${reefLink}`],
  ['a list of links without a title', mark('navlist', 'turn0news3', 'turn0image0'), reefLink],
  ['a mark between others', `Да.${mark('i', 'turn0image0')}${mark('cite', 'turn0news3')}`, `Да. ${reefLink}`],
  ['a page of its own', `Да${mark('cite', 'turn0url1')}`, `Да ${reefLink}`],
  ['a list of links', mark('navlist', 'Новости', 'turn0news3,turn9news9'), `Новости: ${reefLink}`],
  [
    'what only ChatGPT draws is nothing',
    `а ${mark('image_group', '{"query":["море"]}')} б${mark('video', 'Видео', 'turn5video0')}, в${mark('products', '{}')}`,
    'а б, в'
  ],
  [
    'unknown pages are nothing',
    `да ${mark('cite', 'turn7search7')}. ${mark('filecite', 'turn0file1', 'L1-L9')}`,
    'да.'
  ],
  ['addresses that are none of the web are nothing', `да${mark('cite', 'turn0search9')}.`, 'да.'],
  ['an open mark takes no text with it', 'до \uE200cite\uE202turn0search7 после', 'до после'],
  ['an open name', 'до \uE200entity\uE202["city","Берлин"] после', 'до Берлин после'],
  ['a name that ends with the text', 'до \uE200entity\uE202["city","Бер', 'до Бер'],
  ['open pictures', 'до \uE200image_group\uE202{"query":["море"]} после', 'до после'],
  [
    'a name with quotation marks',
    `в ${mark('entity', '["company","ООО \\"Ромашка\\"","фирма"]')}.`,
    'в ООО "Ромашка".'
  ],
  [
    'names and pictures without brackets',
    'Это entity["city","Берлин","столица"], product_entity["turn0product1","Чай"] и image_group{"query":["море"]}.',
    'Это Берлин, Чай и.'
  ],
  [
    'what is no name stays',
    'entity[1], entity["city и `entity["a","b"]`',
    'entity[1], entity["city и `entity["a","b"]`'
  ],
  [
    'code has no links',
    `Да${mark('cite', 'turn0news3')}:\n\n- \`\`\`ts\n  a = entity["b", "c"]${mark('cite', 'turn0news3')}\n  \`\`\`\n\nи${mark('cite', 'turn0news3')}`,
    `Да ${reefLink}:\n\n- \`\`\`ts\n  a = entity["b", "c"]\n  \`\`\`\n\nи ${reefLink}`
  ],
  ['marks of passages', '\uE203Море солёное.\uE204\uE202turn0news3\uE206', `Море солёное. ${reefLink}`],
  ['marks without brackets', 'Файл fileciteturn2file5L65-L75, да', 'Файл, да'],
  [
    'marks of copied answers',
    'Да :contentReference[oaicite:0]{index=0}. [oai_citation:1‡Море](https://sea.example)',
    'Да. [Море](https://sea.example)'
  ],
  [
    'words between other brackets stay',
    '【注意】 и 【12】, turn0search1 и :contentReference[',
    '【注意】 и 【12】, turn0search1 и :contentReference['
  ],
  [
    'frames of letters',
    'Вот:\n:::writing{variant="email" id="1" subject="Отпуск"}\nДобрый день\n:::\nи :::',
    'Вот:\n**Отпуск**\n\nДобрый день\nи :::'
  ],
  ['other characters of private use stay', '\uF0B7 пункт', '\uF0B7 пункт']
])('%s', (_, text, expected) => {
  expect(contents(answer(text))).toEqual([expected])
})

test('what a user wrote stays as it is', () => {
  expect(contents(message('user', 'Что такое citeturn0search0 и 【1†source】?'))).toEqual([
    'Что такое citeturn0search0 и 【1†source】?'
  ])
})

test('a title and the passage of a question have no marks, and the question keeps its indentation', () => {
  const cited = `Море${mark('cite', 'turn0search0')}`
  const question = message('user', '\n  x = 1\n  y = 2 ', { metadata: { targeted_reply: cited } })
  expect(contents(question)).toEqual(['> Море\n\n\n  x = 1\n  y = 2'])
  expect(contents(message('user', '\n  x = 1\n  y = 2 '))).toEqual(['  x = 1\n  y = 2'])
  const mapping = { m: { message: message('user', 'Да') } }
  expect(chatsInExport([{ title: `${cited} `, mapping }])?.chats.map(({ title }) => title)).toEqual(['Море'])
})

test('more pages than an answer can have are not read', () => {
  let looks = 0
  const looked = <Value>(value: Value): Value => {
    looks += 1
    return value
  }
  const item = {
    get url() {
      return looked(reef.url)
    },
    supporting_websites: [reef]
  }
  const items = Array.from({ length: 300 }, () => item)
  const references = Array.from({ length: 100_000 }, (_, n) => ({
    get matched_text() {
      return looked(`${n}`)
    },
    items
  }))
  // Many that hold some, and some that hold many.
  for (const some of [references, references.slice(0, 1000)])
    contents(message('assistant', 'Да', { metadata: { content_references: some, citations: references } }))
  expect(looks).toBeGreaterThan(5000)
  expect(looks).toBeLessThan(20_000)
})

test('marks without end hold nothing up, and sources are bounded', () => {
  const many = Array.from({ length: 100 }, (_, n) => ({ url: `https://a.example/${n}`, refs: [id(n)] }))
  const cited = many.map((_, n) => mark('cite', `turn0search${n}`)).join(' ')
  const metadata = { content_references: many.map((one, n) => ({ matched_text: `${n}`, items: [one] })) }
  expect(read(message('assistant', cited, { metadata }))[0]!.sources).toHaveLength(sourcesMax)
  // Of this thread alone: a busy machine makes it no longer.
  const before = threadCpuUsage()
  for (const piece of [
    '\uE200',
    '\uE200cite\uE202',
    '\uE202turn0search1',
    '【1†',
    'cite',
    ':::writing{title=“',
    '\uE200 ',
    '【',
    'entity["a","',
    '\uE200entity["',
    'image_group{"',
    '```\n'
  ])
    contents(answer(piece.repeat(100_000 / piece.length)), answer(`\uE200${piece.repeat(100_000 / piece.length)}`))
  expect(threadCpuUsage(before).user).toBeLessThan(5_000_000)
})
