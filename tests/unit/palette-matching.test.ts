import { describe, expect, test } from 'vitest'
import { addressOf, entriesFor } from '#web/src/app/palette/entries.ts'
import { find, onOtherLayout } from '#web/src/app/palette/matching.ts'

const entries = entriesFor({ pathname: '/pricing', isUser: true })

const found = (text: string, among = entries) => find(among, text).found
const titles = (text: string) => found(text).map(({ entry }) => entry.title)

test.each([
  ['картинка', 'Нарисовать картинку'],
  ['картинку', 'Нарисовать картинку'],
  ['рисунок', 'Нарисовать картинку'],
  ['озвучить', 'Озвучить текст'],
  ['голос', 'Озвучить текст'],
  ['видео', 'Создать видео'],
  ['баланс', 'Баланс и списания'],
  ['пополнить', 'Пополнить баланс'],
  ['промокод', 'Пополнить баланс'],
  ['подписка', 'Подписка Premium'],
  ['темная тема', 'Тёмная тема'],
  ['новый чат', 'Новый чат'],
  ['выйти', 'Выйти'],
  ['выход', 'Выйти'],
  ['помощь', 'Помощь'],
  ['мои работы', 'Мои работы'],
  ['память', 'Профиль'],
  ['ссылки', 'Профиль'],
  ['цена', 'Цены'],
  ['грок', 'xAI'],
  ['миджорни', 'Midjourney'],
  ['gpt35', 'GPT-3.5 Turbo'],
  ['хайку', 'Claude 3 Haiku'],
  ['cookie', 'Политика использования cookie']
])('«%s» finds «%s» first', (text, title) => {
  expect(titles(text)[0]).toBe(title)
})

test('a model comes before a tool that only carries its name', () => {
  expect(titles('gpt-4o').slice(0, 3)).toEqual(['GPT-4o mini', 'GPT-4o', 'ChatGPT'])
})

test('all words have to be meant', () => {
  expect(titles('claude видео')).toEqual([])
  expect(titles('светлая баланс')).toEqual([])
})

describe('the wrong keyboard layout', () => {
  test.each([
    ['rfhnbyrf', 'Нарисовать картинку'],
    ['<fkfyc', 'Баланс и списания'],
    ['сдфгву', 'Claude'],
    ['пзе-5', 'GPT-5']
  ])('«%s» finds «%s» first', (text, title) => {
    expect(titles(text)[0]).toBe(title)
  })

  test('is tried only where what was typed means nothing', () => {
    expect(find(entries, 'gpt').text).toBe('gpt')
    expect(find(entries, 'ghbdtn').text).toBe('ghbdtn')
    expect(find(entries, 'rfhnbyrf').text).toBe('картинка')
  })

  test('is none of a text of both alphabets, or of none', () => {
    expect([onOtherLayout('gpt модель'), onOtherLayout('42')]).toEqual([null, null])
  })
})

describe('what is typed behind the words of an action', () => {
  test.each([
    [
      'картинка рыжий Кот, акварель',
      '/dall-e-3?prompt=%D1%80%D1%8B%D0%B6%D0%B8%D0%B9+%D0%9A%D0%BE%D1%82%2C+%D0%B0%D0%BA%D0%B2%D0%B0%D1%80%D0%B5%D0%BB%D1%8C'
    ],
    ['нарисуй: дом', '/dall-e-3?prompt=%D0%B4%D0%BE%D0%BC'],
    ['картинка', '/dall-e-3']
  ])('«%s» leads to %s', (text, address) => {
    const [{ entry, request }] = found(text) as [ReturnType<typeof found>[number]]
    expect(addressOf(entry.act as { fill: '/dall-e-3' }, request)).toBe(address)
  })

  test('is a request on the other layout as well', () => {
    expect(found('rfhnbyrf rjn')[0]).toMatchObject({ request: 'кот', entry: { title: 'Нарисовать картинку' } })
  })
})

test('a text without words, or a very long one, finds nothing and takes no time', () => {
  expect(titles('')).toEqual([])
  expect(titles('?!')).toEqual([])
  expect(find(entries, 'слово '.repeat(100_000)).found).toEqual([])
})

test('a visitor is offered to sign in and nothing of an account', () => {
  const visitor = entriesFor({ pathname: '/', isUser: false })
  const first = (text: string) => found(text, visitor)[0]?.entry
  expect(first('войти')?.act).toEqual({ to: '/auth' })
  expect([first('выйти'), first('пополнить')]).toEqual([undefined, undefined])
})

test('each entry has an id of its own, and each address is one of the site', () => {
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
})
