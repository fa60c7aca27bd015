// Every mail that the product sends: its text and HTML forms, its links, and that it contains no tracking.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { mailLinks, mailToken as token, mailJob } from '#tests/support/mail-links.ts'
import { readyMail } from '#worker/jobs/ready-texts.ts'
import { accountDeletionMail } from '#worker/people/mails/account-deletion.ts'
import { apiKeyMail } from '#worker/people/mails/api-key.ts'
import { accountCreatedMail, identityLinkedMail, identityUnlinkedMail } from '#worker/people/mails/identity.ts'
import { alreadyRegisteredMail } from '#worker/people/mails/already-registered.ts'
import { confirmationMail, mailboxMail } from '#worker/people/mails/confirm-email.ts'
import {
  emailChangedMail,
  newAddressMail,
  oldAddressMail,
  takenAddressMail
} from '#worker/people/mails/email-change.ts'
import type { RenderedMail } from '#worker/mails/layout.ts'
import { passwordChangedMail } from '#worker/people/mails/password-changed.ts'
import { budgetMail } from '#worker/payments/budget-mail.ts'
import { creditMail, dismissedMail, refundMail } from '#worker/payments/refund-mail.ts'
import { resetPasswordMail } from '#worker/people/mails/reset-password.ts'
import { sessionEndedMail } from '#worker/people/mails/session-ended.ts'
import { waysInMail } from '#worker/people/mails/ways-in.ts'
import { begunMail, declinedMail, endedMail, reminderMail, renewedMail } from '#worker/premium/mails.ts'
import { decline, plan, unsavedPlan } from '#tests/support/premium-plan.ts'

const siteOrigin = 'https://site.example'
const product = 'Сайт <&> "Проверка"'
const newEmail = `new&<b>@example.ru`
const common = { product, siteOrigin, support: 'help@site.example' }
const confirmation = { ...common, token, email: newEmail, lifetimeHours: 24, via: null }

const confirming = `/verify-email?token=${token}`

const deletion = { ...common, erasedAt: Date.UTC(2026, 11, 5, 12) }

const newKey = { ...common, name: 'Ключ <&>', hint: 'sk-…a1b2', overlapsUntil: null, at: 0, address: '203.0.113.7' }

const endCauses = ['cancelled', 'not-renewable', 'declined', 'not-reminded', 'refunded'] as const

const noWays = { passkeys: 0, identities: [], endedWaysIn: false }
const ended = { ...noWays, endedWaysIn: true }
const manyWays = { passkeys: 2, identities: ['yandex', 'vk'] as const, endedWaysIn: false }

const waysInChanges = [
  { kind: 'passkey-added', name: 'Ключ <b>&' },
  { kind: 'passkey-removed', name: 'Ключ <b>&' },
  { kind: 'authenticator-added' },
  { kind: 'authenticator-removed' },
  { kind: 'second-step-on' },
  { kind: 'second-step-off' },
  { kind: 'second-step-lifted' },
  { kind: 'codes-guessed', after: 'identity' },
  { kind: 'recovery-renewed' },
  { kind: 'recovery-used', left: 0 },
  { kind: 'recovery-used', left: 1 }
] as const

const mails: [name: string, mail: RenderedMail, ...links: string[]][] = [
  ['confirmation', confirmationMail({ ...confirmation, confirmsPassword: true }), confirming],
  ['confirmation of an address alone', confirmationMail({ ...confirmation, confirmsPassword: false }), confirming],
  [
    'confirmation with an identity',
    confirmationMail({ ...confirmation, confirmsPassword: true, via: 'vk' }),
    confirming
  ],
  ['confirmation of a provider’s address', mailboxMail({ ...confirmation, provider: 'vk' }), confirming],
  ['already registered', alreadyRegisteredMail(common), '/auth'],
  ['reset', resetPasswordMail({ ...common, token }), `/reset-password?token=${token}`],
  ['new password', passwordChangedMail({ ...common, hasApiKeys: false, ...noWays }), '/auth'],
  ['new password with keys', passwordChangedMail({ ...common, hasApiKeys: true, ...manyWays }), '/auth'],
  ['new password alone', passwordChangedMail({ ...common, hasApiKeys: false, ...ended }), '/auth'],
  ['a new account', accountCreatedMail({ ...common, provider: 'yandex' }), '/profile'],
  ['a linked identity', identityLinkedMail({ ...common, provider: 'vk' }), '/profile'],
  ['an unlinked identity', identityUnlinkedMail({ ...common, provider: 'vk' }), '/profile'],
  ...waysInChanges.map((change): (typeof mails)[number] => [
    `a way in: ${change.kind}`,
    waysInMail({ ...common, hasPassword: false, change }),
    '/profile'
  ]),
  [
    'a key that support has ended',
    waysInMail({ ...common, hasPassword: true, change: { kind: 'api-key-ended', name: 'Ключ <&>', hint: 'sk-…a1b2' } }),
    '/api-keys'
  ],
  ['a new key', apiKeyMail({ ...newKey, change: 'made' }), '/api-keys'],
  ['another secret', apiKeyMail({ ...newKey, change: 'replaced' }), '/api-keys'],
  ['another secret, with an overlap', apiKeyMail({ ...newKey, change: 'replaced', overlapsUntil: 1 }), '/api-keys'],
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
  ['another address, done', emailChangedMail({ ...common, newEmail })],
  ['deletion', accountDeletionMail({ ...deletion, leftTokens: 0, hasPremium: false }), '/auth'],
  ['deletion with something left', accountDeletionMail({ ...deletion, leftTokens: 1234, hasPremium: true }), '/auth'],
  ['Premium begun', begunMail(common, plan), '/subscription'],
  ['Premium begun without a saved card', begunMail(common, unsavedPlan), '/subscription'],
  ['Premium reminder', reminderMail(common, { ...plan, chargeAt: plan.renewsAt }), '/subscription'],
  ['refund', refundMail(common, { amountKopecks: 50_000, tokens: 550, debtTokens: 0 }), '/subscription?tab=payments'],
  [
    'refund with a debt',
    refundMail(common, { amountKopecks: 1, tokens: 1, debtTokens: 21 }),
    '/subscription?tab=payments'
  ],
  [
    'a reviewed payment',
    creditMail(common, { kind: 'credit', amountKopecks: 40_000, tokens: 550 }),
    '/subscription?tab=payments'
  ],
  [
    'a closed payment',
    dismissedMail(common, { kind: 'dismissed', amountKopecks: 40_000 }),
    '/subscription?tab=payments'
  ],
  ...(['day', 'month', 'total'] as const).map((period): (typeof mails)[number] => [
    `a limit of ${period} that is nearly spent`,
    budgetMail(common, { kind: 'budget', period, limitTokens: 100, spentTokens: 80 }),
    '/profile#limits'
  ]),
  [
    'a limit that is spent',
    budgetMail(common, { kind: 'budget', period: 'day', limitTokens: 5, spentTokens: 9 }),
    '/profile#limits'
  ],
  ['Premium renewed', renewedMail(common, { ...plan, paidKopecks: 99_000 }), '/subscription'],
  [
    'Premium renewed without a saved card',
    renewedMail(common, { ...unsavedPlan, paidKopecks: 99_000 }),
    '/subscription'
  ],
  ['Premium declined', declinedMail(common, { ...decline, retryAt: plan.renewsAt }), '/token-purchase?plan=premium'],
  [
    'Premium declined with a way to the support',
    declinedMail(common, { ...decline, reason: 'not_accepted', retryAt: null }),
    '/token-purchase?plan=premium'
  ],
  ['Premium declined for good', declinedMail(common, { ...decline, retryAt: null }), '/token-purchase?plan=premium'],
  ...endCauses.map((cause): (typeof mails)[number] => [
    `Premium ended: ${cause}`,
    endedMail(common, { cause, reason: 'insufficient_funds' }),
    '/token-purchase?plan=premium'
  ]),
  ...(['completed', 'failed'] as const).map((outcome): (typeof mails)[number] => [
    `a work that has ${outcome}`,
    readyMail(common, { kind: 'video', service: 'luma', operationId: mailJob, outcome }),
    `/library?work=${mailJob}`,
    '/profile'
  ])
]

test('no mail to a user is missing here', () => {
  const files = readdirSync(join(root, 'worker'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `worker/${name}`)
    .filter((file) => /\brenderMail\(/.test(readFileSync(join(root, file), 'utf8')))
  const tested = readFileSync(join(root, 'tests/unit/mails.test.ts'), 'utf8')
  expect(files.filter((file) => !tested.includes(`'#${file}'`))).toEqual([])
})

test('mails link to the pages that are known to change nothing before a click, and to no others', () => {
  const linked = new Set(mails.flatMap(([, , ...links]) => links))
  expect([...linked].toSorted()).toEqual(Object.keys(mailLinks).toSorted())
})

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

describe.each(mails)('%s', (_, { subject, text, html }, ...links) => {
  test('is Russian, signed, and says the same as text and as HTML', () => {
    expect(subject).toMatch(/[а-яё]/)
    expect(text).toMatch(/^Здравствуйте!\n/)
    expect(text).toContain(`— ${product}`)
    expect(text + html).not.toMatch(/undefined|null|\[object|NaN/)
    expect(text).not.toMatch(/напишите в поддержку(?!, help@site\.example)/)
    const shown = unescaped(html.replace(/<style>[^]*?<\/style>/, '').replace(/<[^>]+>/g, '\n'))
    for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('— ') && !one.endsWith(':')))
      expect(shown).toContain(line)
  })

  test('links only to the page that it is about', () => {
    const expected = links.map((link) => siteOrigin + link)
    expect([...new Set(text.match(/https?:\/\/\S+/g) ?? [])]).toEqual(expected)
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => unescaped(url!))
    // The button. A link in the small print is text, of which mail programs make a link.
    expect([...new Set(addresses)]).toEqual(expected.slice(0, 1))
  })

  test('loads no resources, runs no scripts and contains no forms', () => {
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object|form|svg)\b|url\(|@import|\son\w+=/i)
  })

  test('declares its language, a dark colour scheme and a viewport for phones', () => {
    expect(html).toContain('<html lang="ru">')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
    expect(html).toContain('<meta name="viewport" content="width=device-width">')
    expect(html).toMatch(/body \{[^}]*overflow-wrap: anywhere;/)
  })

  test('escapes what people typed', () => {
    expect(html).not.toContain('<b>')
    expect(subject).not.toMatch(/[\r\n]/)
  })
})

const textOf = (leftTokens: number, hasPremium: boolean) =>
  accountDeletionMail({ ...deletion, leftTokens, hasPremium }).text

test('a person who deletes an account is told about money and Premium that are left, if any', () => {
  expect(textOf(0, false)).not.toMatch(/На счёте|Premium/)
  expect(textOf(21, false)).toContain('На счёте 21 токен. За купленные и неиспользованные вернём деньги')
  expect(textOf(1_234, true)).toMatch(/На счёте 1\s234 токена\./)
  expect(textOf(5, true)).toMatch(/На счёте 5 токенов\.[^]*Premium больше не продлится/)
})

const refundTextOf = (tokens: number, debtTokens: number) =>
  refundMail(common, { amountKopecks: 10_001, tokens, debtTokens }).text

test('a person who gets a refund is told the amount, the tokens taken back, and the debt if there is one', () => {
  expect(refundTextOf(110, 0)).toMatch(
    /Возвращаем 100,01\s₽ тем же способом[^]*сняты токены этой покупки: 110 токенов\./
  )
  expect(refundTextOf(110, 0)).not.toContain('долг')
  expect(refundTextOf(0, 0)).not.toContain('сняты')
  expect(refundTextOf(1_550, 1_401)).toMatch(/на балансе долг: 1\s401 токен\.[^]*следующая покупка покроет его/)
})
