import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmail, isKnownEmail } from '#contract/credential-rules.ts'
import { email, knownEmail } from '#contract/validation.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'

/** Whether the server takes an address. A form checks it without the schema library, and must say the same. */
function isValid(address: string): boolean {
  const { success } = email.safeParse(address)
  expect(isEmail(address)).toBe(success)
  expect(isKnownEmail(address)).toBe(knownEmail.safeParse(address).success)
  return success
}

const sameMailbox: [name: string, spellings: string[]][] = [
  ['case', ['ivan@example.ru', 'Ivan@Example.RU', 'IVAN@EXAMPLE.ru']],
  ['surrounding space', ['ivan@example.ru', '  ivan@example.ru\t']],
  ['tags', ['ivan@example.ru', 'ivan+bonus@example.ru', 'ivan+a+b@example.ru', 'ivan+@example.ru']],
  [
    'dots, tags and the old name of Gmail',
    ['ivanpetrov@gmail.com', 'i.van.petrov+x@gmail.com', 'Ivan.Petrov@googlemail.com']
  ],
  ['domains and separators of Yandex', ['ivan-petrov@yandex.ru', 'ivan.petrov@ya.ru', 'ivan.petrov+x@yandex.com']],
  [
    'the domains of Yandex in other countries, and its oldest one',
    [
      'ivan@yandex.ru',
      'ivan@narod.ru',
      ...[
        'by',
        'kz',
        'ua',
        'uz',
        'com.tr',
        'az',
        'com.am',
        'com.ge',
        'co.il',
        'kg',
        'md',
        'lt',
        'lv',
        'ee',
        'fr',
        'eu'
      ].map((zone) => `ivan@yandex.${zone}`)
    ]
  ],
  [
    'domains and separators of Proton',
    ['ivanpetrov@proton.me', 'Ivan.Petrov@protonmail.com', 'ivan_petrov@pm.me', 'ivan-pe.trov+bonus@protonmail.ch']
  ],
  ['domains of iCloud', ['ivan.p@icloud.com', 'ivan.p@me.com', 'Ivan.P+x@mac.com']],
  ['sub-domains of Fastmail', ['ivan@fastmail.com', 'shop@ivan.fastmail.com', 'other+x@Ivan.Fastmail.com']],
  ['underscores in sub-domains of Fastmail', ['ivan_petrov@fastmail.fm', 'shop@ivan-petrov.fastmail.fm']],
  ['sub-domains of another domain of Fastmail', ['ivan@sent.com', 'shop@ivan.sent.com', 'bank@ivan.sent.com']],
  ['sub-domains of addy.io', ['one@ivan.anonaddy.com', 'two@ivan.anonaddy.com', 'three+x@ivan.anonaddy.me']],
  ['sub-domains of Firefox Relay', ['one@ivan.mozmail.com', 'two@ivan.mozmail.com']],
  ['composed and decomposed letters', ['й@example.ru', 'й@example.ru'.normalize('NFD')]],
  ['both spellings of an international domain', ['ivan@почта.рф', 'ivan@ПОЧТА.РФ', 'ivan@xn--80a1acny.xn--p1ai']],
  ['the final dot of a domain', ['ivan@example.ru', 'ivan@example.ru.']]
]

describe('spellings of one mailbox are one account', () => {
  test.each(sameMailbox)('%s', (_, spellings) => {
    expect(new Set(spellings.map(canonicalEmail)).size).toBe(1)
  })
})

const different: [name: string, one: string, other: string][] = [
  ['dots matter outside of Gmail', 'i.van@example.ru', 'ivan@example.ru'],
  ['hyphens matter outside of Yandex', 'ivan-p@mail.ru', 'ivan.p@mail.ru'],
  ['names of mail.ru are separate mailboxes', 'ivan@mail.ru', 'ivan@bk.ru'],
  ['inbox.ru is a mailbox of its own', 'ivan@inbox.ru', 'ivan@list.ru'],
  ['internet.ru is a mailbox of its own', 'ivan@internet.ru', 'ivan@mail.ru'],
  ['the staff of Yandex are other people', 'ivan@yandex-team.ru', 'ivan@yandex.ru'],
  ['a name that only ends like a domain of Yandex is another domain', 'ivan@notyandex.ru', 'ivan@yandex.ru'],
  ['a foreign domain that is named like Proton', 'ivan@proton.me.example.ru', 'ivan@proton.me'],
  ['dots matter at iCloud', 'iv.an@icloud.com', 'ivan@icloud.com'],
  ['dots matter at Outlook', 'iv.an@outlook.com', 'ivan@outlook.com'],
  ['Outlook and Hotmail are separate mailboxes', 'ivan@outlook.com', 'ivan@hotmail.com'],
  ['hyphens matter at Yahoo', 'ivan-shop@yahoo.com', 'ivan@yahoo.com'],
  ['the domains of Tuta are separate mailboxes', 'ivan@tutanota.com', 'ivan@tuta.com'],
  ['the domains of Rambler are separate mailboxes', 'ivan@rambler.ru', 'ivan@lenta.ru'],
  ['the domains of Fastmail are separate mailboxes', 'ivan@fastmail.com', 'ivan@fastmail.fm'],
  ['sub-domains of Fastmail are of different people', 'shop@ivan.fastmail.com', 'shop@olga.fastmail.com'],
  ['a sub-domain of any other domain is a domain', 'shop@ivan.example.com', 'bank@ivan.example.com'],
  ['sub-domains of addy.io are of different people', 'shop@ivan.anonaddy.com', 'shop@olga.anonaddy.com'],
  ['the shared domain of addy.io is of many people', 'one@anonaddy.me', 'two@anonaddy.me'],
  ['masks of Firefox Relay are of many people', 'x1y2@mozmail.com', 'z3@mozmail.com'],
  ['a name of separators only is kept', '._@proton.me', '-_@proton.me'],
  ['a name that is only a tag is kept', '+one@example.ru', '+two@example.ru'],
  ['look-alike letters are other letters', 'ivan@example.ru', 'іvаn@example.ru'],
  ['what a URL parser would cut off is kept', 'ivan@example.ru', 'ivan@example.ru/x.com'],
  ['a percent sign is not decoded', 'ivan@example.ru', 'ivan@example%2eru.ru']
]

describe('different mailboxes are different accounts', () => {
  test.each(different)('%s', (_, one, other) => {
    expect(canonicalEmail(one)).not.toBe(canonicalEmail(other))
  })
})

test.each([
  ['a line break', 'ivan@example.ru\nBcc:x@example.ru'],
  ['a null character', 'iv\0an@example.ru'],
  ['an escape sequence', 'iv\u001B[31man@example.ru'],
  ['a space of no width', 'iv\u200Ban@example.ru'],
  ['a soft hyphen', 'iv\u00ADan@example.ru'],
  ['a turn of the writing direction', 'ivan\u202E@example.ru'],
  ['half a character', 'iv\uD800an@example.ru'],
  ['what stands for half a character', 'iv\uFFFDan@example.ru'],
  ['a dot in front', '.ivan@example.ru'],
  ['a dot behind the name', 'ivan.@example.ru'],
  ['two dots in a row', 'iv..an@example.ru'],
  ['two dots in a row in the domain', 'ivan@example..ru'],
  ['a dot in front of the domain', 'ivan@.example.ru'],
  ['a dot behind the domain', 'ivan@example.ru.'],
  ['a hyphen in front of the domain', 'ivan@-example.ru'],
  ['a hyphen behind a part of the domain', 'ivan@example-.ru'],
  ['a hyphen in front of the last part', 'ivan@example.-ru'],
  ['a path', 'ivan@example.ru/x'],
  ['a path with a dot', 'ivan@example.ru/x.com'],
  ['a question', 'ivan@example.ru?x=1.ru'],
  ['an underscore in the domain', 'ivan@my_host.ru'],
  ['a number for a domain', 'ivan@192.168.100.25'],
  ['a name of 65 letters', `${'a'.repeat(65)}@example.ru`],
  ['a part of 64 letters in the domain', `ivan@${'a'.repeat(64)}.ru`],
  ['a Russian part that is longer than 63 letters in ASCII', `ivan@${'щи'.repeat(31)}.рф`],
  ['255 characters', `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(3)}c.ru`],
  ['a list', 'ivan@example.ru,olga@example.ru'],
  ['a name in front', 'Ivan <ivan@example.ru>'],
  ['a second sign', 'ivan@example.ru@evil.example']
])('%s makes an address invalid', (_, address) => {
  expect(isValid(address)).toBe(false)
})

test.each([
  "o'brien@example.ie",
  'иван@почта.рф',
  'почта@пример.рф',
  'Ivan.Petrov@Example.RU',
  'i@ya.ru',
  'ivan+tag@example.co.uk',
  'o.hara-1_2%3@example.ru',
  '!#$%&*+-/=?^_`{|}~@example.ru',
  'ivan@xn--80a1acny.xn--p1ai',
  'ivan@straße.de',
  'ivan@a--b.3com.example',
  'ivan@123.ru',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.ru`,
  `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(3)}ru`
])('%s is a valid address', (address) => {
  expect(isValid(address)).toBe(true)
})

test('an address that is refused has one problem, and the owner of an account may sign in with an address of earlier rules', () => {
  for (const address of ['iv..an@example.ru', 'ivan@', 'x'.repeat(10_000), `${'x'.repeat(300)}@example.ru`])
    expect(email.safeParse(address).error?.issues).toMatchObject([{ message: 'Некорректный формат email' }])
  expect(knownEmail.safeParse('iv..an@example.ru').success).toBe(true)
  expect(knownEmail.safeParse('ivan@').success).toBe(false)
})

test('canonicalising an address twice changes nothing more', () => {
  const letters = fc.constantFrom(...'abcİZß.+-_йё0９ⅷ'.split(''))
  const name = fc.string({ unit: letters, minLength: 1, maxLength: 12 })
  const providers = [
    'gmail.com',
    'GoogleMail.com',
    'ya.ru',
    'narod.ru',
    'pm.me',
    'Mac.com',
    'a-b.Fastmail.com',
    'sent.com'
  ]
  const domain = fc.constantFrom(...providers, 'x.anonaddy.me', 'mozmail.com', 'Example.RU', 'почта.рф', 'straße.de')
  fc.assert(
    fc.property(name, domain, (local, host) => {
      const address = `${local}@${host}`
      fc.pre(isValid(address))
      const folded = canonicalEmail(address)
      expect(canonicalEmail(folded)).toBe(folded)
    })
  )
})
