import { expect, test } from 'vitest'
import { type WaysInChange, waysInMail } from '#worker/people/mails/ways-in.ts'

const textOf = (change: WaysInChange, hasPassword: boolean): string =>
  waysInMail({ product: 'Сайт', siteOrigin: 'https://site.example', hasPassword, change }).text

test.each([
  { kind: 'second-step-on' },
  { kind: 'second-step-off' },
  { kind: 'passkey-added', name: 'Телефон' },
  { kind: 'codes-guessed', after: 'identity' }
] satisfies WaysInChange[])('a person without a password reads of none of their own: %j', (change) => {
  const text = textOf(change, false)
  expect(text.replace('смените пароль в Яндекс ID или VK ID', '').replace('входят без пароля', '')).not.toMatch(
    /парол/i
  )
  expect(text).toContain('смените пароль в Яндекс ID или VK ID')
})

test('who has not asked support to end a key writes to it, and changes no password', () => {
  const text = textOf({ kind: 'api-key-ended', name: 'Бот', hint: 'sk-…a1b2' }, true)
  expect(text).toContain('Если вы об этом не просили, напишите в поддержку.')
  expect(text).not.toMatch(/парол|профил/i)
})

test('a guessed code names the first step that was right, also to a person with both', () => {
  expect(textOf({ kind: 'codes-guessed', after: 'password' }, true)).toMatch(
    /пароль подошёл[^]*сразу смените пароль, проверьте/
  )
  const byIdentity = textOf({ kind: 'codes-guessed', after: 'identity' }, true)
  expect(byIdentity).toContain('через Яндекс ID или VK ID: первый шаг пройден')
  expect(byIdentity).toContain('смените пароль в Яндекс ID или VK ID')
  expect(textOf({ kind: 'second-step-on' }, true)).toContain('после пароля, Яндекс ID или VK ID нужен')
})
