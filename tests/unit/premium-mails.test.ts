// What mails about Premium say; their form is checked with that of all mails, in mails.test.ts.
import { describe, expect, test } from 'vitest'
import { begunMail, declinedMail, endedMail, reminderMail } from '#worker/premium/mails.ts'
import { decline, plan, unsavedPlan } from '#tests/support/premium-plan.ts'

const common = { product: 'Сайт', siteOrigin: 'https://site.example' }

describe('mails about Premium', () => {
  test('name the amount, the card, the date and the way to cancel', () => {
    const { subject, text } = reminderMail(common, { ...plan, chargeAt: plan.renewsAt })
    expect(subject).toBe('28 февраля 2027 года продлим Premium')
    expect(text).toMatch(/28 февраля 2027 года с сохранённого способа оплаты \(Карта \*4444\) спишется 990\s₽/)
    expect(text).toContain('Отменить продление или отвязать карту можно в любой момент')
    expect(text).toContain('Дни в письме — по московскому времени.')
  })

  test('say that there will be no renewal when no card is saved', () => {
    expect(begunMail(common, unsavedPlan).text).toContain('автоматического продления не будет')
    expect(begunMail(common, plan).text).not.toContain('не будет')
  })

  test('explain why a charge was declined, and what to do', () => {
    const { text } = declinedMail(common, { ...decline, retryAt: plan.renewsAt })
    expect(text).toMatch(/не прошла: на карте недостаточно денег\.[^]*28 февраля 2027 года попробуем ещё раз/)
    expect(declinedMail(common, { ...decline, retryAt: null }).text).toContain(
      'оплатите месяц другой картой до 28 февраля 2027 года.'
    )
  })

  test.each(['general_decline', 'a code that we do not know'])('say nothing twice after %s', (reason) => {
    expect(declinedMail(common, { ...decline, reason, retryAt: null }).text).toContain(
      '\n\nОплата следующего месяца Premium не прошла.\n\nСами мы больше не будем пробовать эту карту.'
    )
    expect(endedMail(common, { cause: 'declined', reason }).text).toContain(
      'Больше мы не пробуем, карта забыта.\n\nТокены на балансе'
    )
  })

  test.each(['dismissed', 'not_accepted'])(
    'name the address of the support after %s, which only the support can mend',
    (reason) => {
      const { text } = declinedMail({ ...common, support: 'help@site.example' }, { ...decline, reason, retryAt: null })
      expect(text).toContain('напишите в поддержку, help@site.example.')
    }
  )

  test('offer another card once', () => {
    const { text } = declinedMail(common, { ...decline, reason: 'card_expired', retryAt: null })
    expect(text).toContain('не прошла: срок действия карты истёк.\n\nСами мы больше не будем')
  })
})
