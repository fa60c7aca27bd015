import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { apiCalls } from '#contract/v1/calls.ts'
import { apiRefusals } from '#contract/v1/refusals.ts'
import { scopeWords } from '#web/src/base/api/key-words.ts'
import { exampleModel, Page as ApiPage } from '#web/src/site/api/page.tsx'
import { fakeApi, refuse, succeed } from './fake-api.ts'
import { openPages } from './render-page.tsx'

const open = () => openPages('/api', { '/api': <ApiPage /> })

const region = (name: string) => within(screen.getByRole('region', { name }))

const rows = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1)
const texts = (name: string) => rows(name).map((row) => row.textContent.replaceAll('\u00a0', ' '))

describe('the page about the API', () => {
  it('leads to the keys and to the OpenAPI document', () => {
    open()
    expect(screen.getByRole('link', { name: 'Создать ключ' }).getAttribute('href')).toBe('/api-keys')
    expect(screen.getByRole('link', { name: 'Описание OpenAPI' }).getAttribute('href')).toBe('/openapi.json')
  })

  it('lists every call and every refusal of the contract, and the rights as the form of a key has them', () => {
    open()
    const calls = region('Вызовы').getAllByRole('rowheader')
    expect(calls.map((call) => call.textContent)).toEqual(apiCalls.map(({ call }) => call.replace(':id', '{id}')))
    const rights = rows('Вызовы API').map((row) => row.lastElementChild!.textContent.toLowerCase())
    expect(rights).toEqual(apiCalls.map(({ scope }) => scopeWords[scope]))
    const refusals = region('Ошибки и что делать').getAllByRole('term')
    expect(refusals.map((refusal) => refusal.textContent)).toEqual(
      apiRefusals.map(({ status, code }) => `${status}${code}`)
    )
  })

  it('copies an example with the address of this site and a model that is sold', async () => {
    const { user } = open()
    expect(chatModels.map(({ id }) => id)).toContain(exampleModel)
    for (const name of ['curl: команда', 'Python: программа', 'Node.js: программа']) {
      await user.click(region('Примеры').getByRole('button', { name: `Скопировать: ${name}` }))
      const copied = await navigator.clipboard.readText()
      expect(copied).toContain(`${window.location.origin}/v1`)
      expect(copied).toContain(exampleModel)
    }
  })

  it('shows what every model costs now when that is asked for, and says when it cannot', async () => {
    const rates = { input: 188, cached_input: 19, cache_write: 188, output: 12_000 }
    const items = [
      {
        id: 'gpt-x',
        name: 'GPT X',
        prices: { per_million: rates, above_input_tokens: 272_000, per_million_above: { ...rates, input: 376 } }
      },
      { id: 'midjourney', name: 'Midjourney', prices: { per_image: 2, per_image_max: 4 } },
      { id: 'elevenlabs', name: 'ElevenLabs', prices: { per_1000_characters: 1 } },
      { id: 'gpt-transcribe', name: 'GPT Transcribe', prices: { per_minute: 0.9 } }
    ]
    let isDown = true
    fakeApi({ 'GET /prices/api': () => (isDown ? refuse(500, { code: 'INTERNAL' }) : succeed({ items })) })
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Показать цены всех моделей' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Цены не загрузились')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Показать цены всех моделей' }))
    await screen.findByRole('button', { name: 'Обновить цены' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(texts('Цены ответов, в токенах сайта за миллион токенов модели')).toEqual([
      'GPT Xgpt-x1881912 000',
      'GPT Xgpt-xвход длиннее 272 0003761912 000'
    ])
    expect(texts('Цены картинок, речи и записей')).toEqual([
      'Midjourneymidjourney2–4 токенакартинка',
      'ElevenLabselevenlabs1 токенкаждая начатая тысяча знаков',
      'GPT Transcribegpt-transcribe0,9 токенаминута записи, считается по секундам'
    ])
    isDown = true
    await user.click(screen.getByRole('button', { name: 'Обновить цены' }))
    await screen.findByRole('alert')
    expect(texts('Цены картинок, речи и записей')).toHaveLength(3)
  })

  it('continues a command on the next line, as a shell takes it', async () => {
    const { user } = open()
    for (const name of ['Картинка', 'Речь', 'Запись в текст']) {
      await user.click(region('Примеры').getByRole('button', { name: `Скопировать: ${name}` }))
      const copied = await navigator.clipboard.readText()
      expect(copied).toMatch(/^curl http/)
      expect(copied).not.toMatch(/\\ /)
    }
  })
})
