import { expect, test } from 'vitest'
import { letterOf, mailLink } from '#web/src/base/ui/help-letter.ts'

const at = { page: 'https://site.example/claude', time: new Date('2026-11-28T10:00:00Z') }

test('a letter says what happened, its number, where and when', () => {
  const about = { what: 'Оплата не прошла', number: { name: 'Номер платежа' as const, id: '2f-1' } }
  const { to, subject, body } = letterOf(about, at)
  expect([to, subject]).toEqual(['support@ai-platform.localhost', 'Помощь: Оплата не прошла'])
  expect(body.split('\n').filter(Boolean)).toEqual([
    'Здравствуйте!',
    'Что случилось: Оплата не прошла',
    'Номер платежа: 2f-1',
    'Страница: https://site.example/claude',
    expect.stringMatching(/^Время: 28 ноября 2026 г\. в \d\d:00:00$/)
  ])
})

test('a letter about nothing in particular asks a question, and one about something long is cut', () => {
  expect(letterOf({ what: ' ' }, at).subject).toBe('Вопрос о сайте')
  const long = letterOf({ what: 'а'.repeat(5000), number: { name: 'Номер операции', id: 'б'.repeat(5000) } }, at)
  expect([long.subject.length, long.body.length < 600]).toEqual(['Помощь: '.length + 60, true])
})

test('its link keeps spaces and lines as mail programs read them', () => {
  const link = mailLink({ to: 'a@b.ru', subject: 'Один & два', body: 'Раз\nдва + три' })
  expect(link).not.toContain('+')
  const query = new URL(link).searchParams
  expect([query.get('subject'), query.get('body')]).toEqual(['Один & два', 'Раз\r\nдва + три'])
})
