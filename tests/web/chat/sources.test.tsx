// The switches of the composer, the thinking of an answer and its sources.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AnswerEvent } from '#contract/answers.ts'
import type { Attachment } from '#contract/attached-file.ts'
import { succeed } from '../fake-api.ts'
import { doneEvent, openStream, startEvent } from './answer-server.ts'
import { conversationOf, messageOf, pictureFile } from './chat-server.ts'
import { field, keepDraft, openChat, sendButton, startChat } from './open-chat.tsx'
import { write } from '../write.ts'

const search = () => screen.findByRole('button', { name: /^Поиск в интернете, \+5 токенов/ })
const thoughts = () => screen.findByRole('button', { name: /^Показать размышления/ })
const source = { url: 'https://example.org/wiki', title: 'Энциклопедия' }
const events: AnswerEvent[] = [
  startEvent,
  { type: 'thinking', text: 'Сначала **вспомню**' },
  { type: 'thinking', text: ', потом отвечу' },
  { type: 'delta', text: 'Так и есть [1](https://example.org/wiki).' },
  { type: 'source', ...source },
  doneEvent
]
/** jsdom does not name the role of a summary. */
const summaryOf = async (name: RegExp) => (await screen.findByText(name)).closest('summary')!

describe('the switches', () => {
  test('are sent with the request, add to the price, and are remembered', async () => {
    const { server, user, leave } = await startChat('/chatgpt?chat=1', {
      conversations: [conversationOf(1)],
      tokens: 20,
      events
    })
    expect((await search()).getAttribute('aria-pressed')).toBe('false')
    await user.click(await search())
    await user.click(await thoughts())
    await screen.findByText('Ответ: до 10 токенов')
    await write(user, field(), 'Что нового?')
    await user.click(sendButton())
    await screen.findByText('Энциклопедия')
    expect(server.questions().map(({ body }) => body)).toEqual([
      {
        prompt: 'Что нового?',
        model: 'gpt-4o-mini',
        conversationId: 1,
        webSearch: true,
        thinking: true,
        projectTokens: 0,
        proposes: true
      }
    ])
    leave()
    await openChat('/claude')
    expect((await search()).getAttribute('aria-pressed')).toBe('true')
    expect((await thoughts()).getAttribute('aria-pressed')).toBe('true')
  })

  test('a model that does not think says so, and is not asked for it', async () => {
    localStorage.setItem('answer-extras', 'thinking')
    const model = 'claude-3-haiku'
    const { server, user } = await startChat('/claude?chat=1', {
      conversations: [conversationOf(1, { service: 'claude', model })]
    })
    const button = await screen.findByRole('button', { name: /Claude 3 Haiku не показывает размышления/ })
    expect([button.getAttribute('aria-disabled'), button.getAttribute('aria-pressed')]).toEqual(['true', 'false'])
    await user.click(button)
    await write(user, field(), 'Вопрос{Enter}')
    await screen.findByText('готов', { selector: 'strong' })
    expect(server.questions()[0]?.body).toEqual({
      prompt: 'Вопрос',
      model,
      conversationId: 1,
      projectTokens: 0,
      proposes: true
    })
    expect(localStorage.getItem('answer-extras')).toBe('thinking')
  })

  test('stand in one sum with the files', async () => {
    keepDraft('/chatgpt', { prompt: 'Что тут?', files: [pictureFile] }, 1)
    const { user } = await startChat('/chatgpt?chat=1', {
      conversations: [conversationOf(1)],
      tokens: 20,
      answers: { 'GET /chat/attachments/file-1': () => succeed({ attachment: pictureFile }) }
    })
    await screen.findByText('Ответ: 7 токенов')
    await user.click(await search())
    await screen.findByText('Ответ: до 12 токенов')
  })

  test('a balance that pays the answer but not its search is short', async () => {
    const { user } = await startChat('/chatgpt?chat=1', { conversations: [conversationOf(1)], tokens: 7 })
    await user.click(await search())
    await screen.findByText(/^Не хватает 3 токенов: ответ GPT-4o mini стоит 10 токенов/)
    await user.click(await search())
    await waitFor(() => expect(screen.queryByText(/^Не хватает/)).toBeNull())
  })
})

test.each([
  ['free', 'За файлы: +2 токена к цене запроса'],
  ['paid', 'За файлы: +2 токена к цене запроса'],
  ['premium', 'Файлы увидит модель. По подписке они ничего не стоят']
] as const)('what files add to the price, as a user on the plan %s reads it: %s', async (plan, text) => {
  keepDraft('/claude', { prompt: 'Что тут?', files: [pictureFile] })
  await startChat('/claude', {
    plan,
    answers: { 'GET /chat/attachments/file-1': () => succeed({ attachment: pictureFile }) }
  })
  await screen.findByRole('button', { name: 'Убрать файл снимок.png' })
  expect((await screen.findByText(/^(За файлы|Файлы увидит)/)).textContent?.replaceAll('\u00a0', ' ')).toBe(text)
})

const openAnswered = (part: Parameters<typeof messageOf>[2] = {}, attachments: Attachment[] = []) =>
  startChat('/chatgpt?chat=1', {
    tokens: 20,
    saved: [
      messageOf(1, 'user', { content: 'Вопрос', operation_id: 'first', attachments }),
      messageOf(2, 'assistant', {
        content: 'Так и есть [1](https://example.org/wiki), см. [форум](https://example.com/).',
        parent_id: 1,
        operation_id: 'first',
        thinking: 'Сначала **вспомню**, потом отвечу',
        sources: [source],
        ...part
      })
    ]
  })

describe('an answer with thoughts and sources', () => {
  test('folds its thoughts until they are opened', async () => {
    const { user } = await openAnswered()
    const summary = await summaryOf(/^Размышления$/)
    expect(screen.queryByText('вспомню')).toBeNull()
    await user.click(summary)
    await screen.findByText('вспомню', { selector: 'strong' })
    expect(summary.closest('details')?.open).toBe(true)
    await user.click(summary)
    await waitFor(() => expect(screen.queryByText('вспомню')).toBeNull())
  })

  test('says that it thinks until its text begins', async () => {
    const { response, send } = openStream()
    send(startEvent)
    send({ type: 'thinking', text: 'Дай подумать' })
    const { user } = await startChat('/chatgpt?chat=1', {
      conversations: [conversationOf(1)],
      answers: { 'POST /ai/text': response }
    })
    await write(user, field(), 'Вопрос{Enter}')
    await user.click(await summaryOf(/^Размышляет…/))
    await screen.findByText('Дай подумать')
  })

  test('draws links to its sources as numbers, and other links as they are', async () => {
    await openAnswered()
    const mark = await screen.findByRole('link', { name: 'Источник 1' })
    expect([mark.textContent, mark.getAttribute('href')]).toEqual(['1', source.url])
    expect(screen.getByRole('link', { name: 'форум' }).getAttribute('href')).toBe('https://example.com/')
    const list = screen.getByRole('region', { name: 'Источники' })
    const link = within(list).getByRole('link')
    expect(link.textContent).toBe('Энциклопедия · example.org')
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      source.url,
      '_blank',
      'noopener noreferrer nofollow'
    ])
    expect(document.querySelector('article img')).toBeNull()
  })

  test('a site named in brackets is one mark with them, and other brackets stay', async () => {
    const content =
      'Дождь. ([example.org](https://example.org/wiki)) Снег ([example.com](https://example.com/a)), www.example.net (www.example.net), ([форум](https://example.com/)), (`код`), ([пример.рф](https://пример.рф/а)), `f(`[example.com](https://example.com/b)`)`'
    await openAnswered({ content })
    const mark = await screen.findByRole('link', { name: 'Источник 1' })
    expect(mark.closest('p')?.textContent).toBe(
      'Дождь.\u00a01 Снег\u00a0(example.com), www.example.net (www.example.net), (форум), (код),\u00a0(пример.рф), f(example.com)'
    )
    expect(screen.getAllByRole('link').flatMap(({ textContent }) => textContent.match(/^\(.*/)?.[0] ?? [])).toEqual([
      '(example.com)',
      '(пример.рф)'
    ])
  })

  test.each(['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', '/api/user', 'JAVASCRIPT:alert(1)'])(
    'an address like %s is never a link',
    async (url) => {
      const title = '<img src=x onerror=alert(1)>'
      await openAnswered({ content: `Так [1](${url})`, sources: [{ url, title }] })
      const list = await screen.findByRole('region', { name: 'Источники' })
      expect(within(list).getByText(title, { exact: false })).toBeTruthy()
      expect(document.querySelectorAll('article a, article img, article script')).toHaveLength(0)
    }
  )

  test('is copied with its sources', async () => {
    const { user } = await openAnswered()
    await user.click(await screen.findByRole('button', { name: 'Копировать ответ' }))
    expect(await navigator.clipboard.readText()).toMatch(
      /^Так и есть .*\n\nИсточники:\n1\. Энциклопедия — https:\/\/example\.org\/wiki$/
    )
  })

  test('is asked for again, and its question is changed, with the switches that it had', async () => {
    const { server, user } = await openAnswered()
    await user.click(await screen.findByRole('button', { name: 'Изменить запрос' }))
    await user.type(screen.getByRole('textbox', { name: 'Изменить запрос' }), '?{Enter}')
    await screen.findByText('готов', { selector: 'strong' })
    expect(server.questions().at(-1)?.body).toMatchObject({ prompt: 'Вопрос?', webSearch: true, thinking: true })
  })

  test('is changed at the price of its search and its files, as the editor says', async () => {
    const { server, user } = await openAnswered({}, [pictureFile])
    await user.click(await screen.findByRole('button', { name: 'Изменить запрос' }))
    await screen.findByText('Ответ с поиском: до 12 токенов')
    expect(server.questions()).toEqual([])
  })

  test('again costs the search too, as the menu says', async () => {
    const { server, user } = await openAnswered({ thinking: null })
    await user.click(await screen.findByRole('button', { name: 'Ответить заново' }))
    const item = await screen.findByRole('menuitem', { name: /та же модель/ })
    expect(item.textContent).toContain('10 токенов')
    await user.click(item)
    await screen.findByText('готов', { selector: 'strong' })
    expect(server.questions().map(({ body }) => body)).toEqual([
      {
        prompt: 'Вопрос',
        model: 'gpt-4o-mini',
        conversationId: 1,
        answersMessageId: 1,
        webSearch: true,
        projectTokens: 0,
        proposes: true
      }
    ])
  })
})
