// Every mail that the product sends: what people see, in both forms, and that nothing in it reports back.
import { describe, expect, test } from 'vitest'
import { accountDeletionMail } from '#worker/mails/account-deletion.ts'
import { alreadyRegisteredMail } from '#worker/mails/already-registered.ts'
import { confirmationMail } from '#worker/mails/confirm-email.ts'
import { emailChangedMail, newAddressMail, oldAddressMail, takenAddressMail } from '#worker/mails/email-change.ts'
import type { RenderedMail } from '#worker/mails/layout.ts'
import { passwordChangedMail } from '#worker/mails/password-changed.ts'
import { resetPasswordMail } from '#worker/mails/reset-password.ts'
import { sessionEndedMail } from '#worker/mails/session-ended.ts'

const siteOrigin = 'https://site.example'
const product = 'Сайт <&> "Проверка"'
const token = 'A-token_of-43-characters'
const newEmail = `new&<b>@example.ru`
const common = { product, siteOrigin }
const confirmation = { ...common, token, email: newEmail, lifetimeHours: 24 }

const deletion = { ...common, erasedAt: Date.UTC(2026, 11, 5, 12) }

const mails: [name: string, mail: RenderedMail, link: string | null][] = [
  ['confirmation', confirmationMail({ ...confirmation, confirmsPassword: true }), `/verify-email?token=${token}`],
  [
    'confirmation without a password',
    confirmationMail({ ...confirmation, confirmsPassword: false }),
    `/verify-email?token=${token}`
  ],
  ['already registered', alreadyRegisteredMail(common), '/auth'],
  ['reset', resetPasswordMail({ ...common, token }), `/reset-password?token=${token}`],
  ['new password', passwordChangedMail(common), '/auth'],
  ['session ended', sessionEndedMail(common), '/auth'],
  [
    'another address, to the old one',
    oldAddressMail({ ...common, token, newEmail }),
    `/confirm-email-change?token=${token}`
  ],
  [
    'another address, to the new one',
    newAddressMail({ ...common, token, newEmail }),
    `/confirm-email-change?token=${token}`
  ],
  ['another address that is taken', takenAddressMail(common), '/auth'],
  ['another address, done', emailChangedMail({ product, newEmail }), null],
  ['deletion', accountDeletionMail({ ...deletion, leftTokens: 0, hasPremium: false }), '/auth'],
  ['deletion with something left', accountDeletionMail({ ...deletion, leftTokens: 1234, hasPremium: true }), '/auth']
]

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

describe.each(mails)('%s', (_, { subject, text, html }, link) => {
  test('is Russian, signed, and whole in both forms', () => {
    expect(subject).toMatch(/[а-яё]/)
    expect(text).toMatch(/^Здравствуйте!\n/)
    expect(text).toContain(`— ${product}`)
    expect(text + html).not.toMatch(/undefined|null|\[object|NaN/)
    const shown = unescaped(html.replace(/<style>[^]*?<\/style>/, '').replace(/<[^>]+>/g, '\n'))
    for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('— ') && !one.endsWith(':')))
      expect(shown).toContain(line)
  })

  test('leads to nowhere but the one place it is about', () => {
    const expected = link === null ? [] : [siteOrigin + link]
    expect([...new Set(text.match(/https?:\/\/\S+/g) ?? [])]).toEqual(expected)
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => unescaped(url!))
    expect([...new Set(addresses)]).toEqual(expected)
  })

  test('loads nothing, runs nothing and reports nothing back', () => {
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object|form|svg)\b|url\(|@import|\son\w+=/i)
  })

  test('reads well in the dark and on a phone', () => {
    expect(html).toContain('<html lang="ru">')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
    expect(html).toContain('<meta name="viewport" content="width=device-width">')
  })

  test('takes what people typed for text', () => {
    expect(html).not.toContain('<b>')
    expect(subject).not.toMatch(/[\r\n]/)
  })
})

test('who deletes an account is told of the money that is left, and of nothing where there is none', () => {
  const textOf = (leftTokens: number, hasPremium: boolean) =>
    accountDeletionMail({ ...deletion, leftTokens, hasPremium }).text
  expect(textOf(0, false)).not.toMatch(/На счёте|Premium/)
  expect(textOf(21, false)).toContain('На счёте 21 токен. За купленные и неиспользованные вернём деньги')
  expect(textOf(1_234, true)).toMatch(/На счёте 1\s234 токена\./)
  expect(textOf(5, true)).toMatch(/На счёте 5 токенов\.[^]*Premium больше не продлится/)
})
