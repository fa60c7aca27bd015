import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import type { OperationStep } from '#contract/wallet.ts'
import { chainLines, stepText } from '#web/src/money/subscription/operation-chain.tsx'
import { checkLines } from '#web/src/money/subscription/balance-check.tsx'
import { historySum } from '#web/src/money/subscription/usage-history.tsx'
import { canContinue, notesOf, statusTexts, titleOf } from '#web/src/money/subscription/payment-history.tsx'
import { usualPrice } from '#web/src/money/subscription/account-cards.tsx'
import { balanceCheck, historyOf, payment, usageRecord as record } from './account-samples.ts'

const linesOf = (lines: { name: string; value: string }[]) => lines.map(({ name, value }) => `${name}: ${value}`)

describe('the details of an operation', () => {
  it('name price, reserved, charged and returned tokens, the model, the attempts and the balance after', () => {
    const stopped = {
      ...record,
      outcome: 'stopped',
      cost_in_tokens: 1,
      returned_tokens: 1,
      upstream_model: 'claude-sonnet-5-5',
      attempts: 2
    }
    expect(linesOf(chainLines(stopped))).toEqual([
      'Чем закончилось: Остановлено вами',
      'Цена: 2 токена',
      'Зарезервировано: 2 токена',
      'Списано: 1 токен',
      'Возвращено: 1 токен',
      'Ответила модель: claude-sonnet-5-5',
      'Попыток: 2',
      'Баланс после: 8 токенов'
    ])
  })

  it('say that nothing is charged yet while it runs', () => {
    const running = { ...record, outcome: 'reserved', cost_in_tokens: 0, attempts: 0 }
    expect(linesOf(chainLines(running))).toEqual(
      expect.arrayContaining(['Состояние: Выполняется', 'Списано: пока ничего', 'Попыток: ещё не было'])
    )
    // The calls of an open tab are counted when the wallet closes it.
    expect(linesOf(chainLines({ ...running, service: 'api' })).join()).not.toContain('Запросов')
  })

  it('of calls of the API say how many there were, and no price: each has its own', () => {
    const tab = { ...record, service: 'api', outcome: 'metered', cost_in_tokens: 1, returned_tokens: 1, attempts: 37 }
    expect(linesOf(chainLines(tab))).toEqual([
      'Чем закончилось: Запросы оплачены целыми токенами',
      'Зарезервировано: 2 токена',
      'Списано: 1 токен',
      'Возвращено: 1 токен',
      'Запросов: 37',
      'Баланс после: 8 токенов'
    ])
  })

  it('say that Premium reserves no tokens', () => {
    const free = { ...record, reserved_tokens: 0, cost_in_tokens: 0 }
    const lines = linesOf(chainLines(free))
    expect(lines).toContain('Списано: ничего: запрос покрыл Premium')
    expect(lines.join()).not.toContain('Зарезервировано')
  })

  it.each([
    [-550, 'credited', 'Начислено', 'Начислено: 550 токенов', 8, 'Баланс после: 8 токенов'],
    // By support too, without money that goes back.
    [550, 'debited', 'Снято с баланса', 'Снято с баланса: 550 токенов', -400, 'Баланс после: долг 400 токенов']
  ])('show only the amount of a credit or debit of %i', (cost, outcome, end, sum, balance, after) => {
    const movement = {
      ...record,
      outcome,
      cost_in_tokens: cost,
      price_tokens: 0,
      reserved_tokens: 0,
      balance_after: balance
    }
    expect(linesOf(chainLines(movement))).toEqual([`Чем закончилось: ${end}`, sum, after])
  })

  const step: OperationStep = {
    kind: 'reserve',
    at: 0,
    balanceDelta: 0,
    reservedDelta: 5,
    tokensAfter: 15,
    reservedAfter: 5,
    debtAfter: 0
  }
  it.each<[Partial<OperationStep>, string]>([
    [{}, 'Зарезервировали 5 токенов, доступно 15 токенов'],
    [{ reservedDelta: 0 }, 'Приняли в работу без списания, доступно 15 токенов'],
    [{ kind: 'settle', balanceDelta: -5, reservedDelta: -5 }, 'Списали 5 токенов, доступно 15 токенов'],
    [
      { kind: 'settle', balanceDelta: -3, reservedDelta: -5 },
      'Списали 3 токена и вернули 2 токена, доступно 15 токенов'
    ],
    [{ kind: 'settle', balanceDelta: 0, reservedDelta: -5 }, 'Вернули 5 токенов, доступно 15 токенов'],
    [{ kind: 'release', reservedDelta: -5 }, 'Вернули 5 токенов, доступно 15 токенов'],
    [{ kind: 'release', reservedDelta: 0 }, 'Закончили без списания, доступно 15 токенов'],
    [{ kind: 'expire', reservedDelta: -1 }, 'Вернули 1 токен, доступно 15 токенов'],
    [{ kind: 'credit', balanceDelta: 10, reservedDelta: 0 }, 'Начислили 10 токенов, доступно 15 токенов'],
    [
      { kind: 'debit', balanceDelta: -10, reservedDelta: 0, tokensAfter: 0, debtAfter: 4 },
      'Сняли 10 токенов, долг 4 токена'
    ],
    [{ kind: 'correct', balanceDelta: -2, reservedDelta: 5 }, 'Исправили баланс, сняли 2 токена, доступно 15 токенов'],
    [{ kind: 'correct', balanceDelta: 2 }, 'Исправили баланс, добавили 2 токена, доступно 15 токенов']
  ])('tells the step %j', (change, text) => {
    expect(stepText({ ...step, ...change })).toBe(text)
  })
})

describe('the sum under the history', () => {
  const running = { ...record, id: '2', outcome: 'reserved', cost_in_tokens: 0, reserved_tokens: 5 }

  it('starts with the balance before the rows, and ends in the spendable balance', () => {
    expect(linesOf(historySum(historyOf([record], [running], 490)))).toEqual([
      'Баланс до этих операций: 490 токенов',
      'Последние 1 операций: −2 токена',
      'Зарезервировано на то, что в работе: −5 токенов',
      'Доступно сейчас: 483 токена'
    ])
  })

  it('covers all operations of a short history', () => {
    const bonus = { ...record, id: 'bonus', cost_in_tokens: -10, price_tokens: 0, reserved_tokens: 0 }
    expect(linesOf(historySum(historyOf([record, bonus])))).toEqual([
      'Все операции: +8 токенов',
      'Доступно сейчас: 8 токенов'
    ])
  })

  it('ends in the debt when there is one', () => {
    expect(linesOf(historySum(historyOf([record]))).at(-1)).toBe('Ваш долг: 2 токена')
  })
})

describe('the balance check', () => {
  it('goes from the opening balance to the shown balance', () => {
    expect(linesOf(checkLines(balanceCheck))).toEqual([
      'При регистрации: 0 токенов',
      'Куплено: +550 токенов',
      'Подарено: +10 токенов',
      'Потрачено: −23 токена',
      'Зарезервировано на то, что в работе: −5 токенов',
      'Получается по журналу: 532 токена',
      'Показано на балансе: 532 токена'
    ])
  })

  it('names what support has corrected', () => {
    expect(linesOf(checkLines({ ...balanceCheck, correctedTokens: -32, tokens: 500 })).slice(3)).toEqual([
      'Исправлено поддержкой: −32 токена',
      'Потрачено: −23 токена',
      'Зарезервировано на то, что в работе: −5 токенов',
      'Получается по журналу: 500 токенов',
      'Показано на балансе: 500 токенов'
    ])
  })

  it('shows both balances for a debt, and when they differ', () => {
    const owing = { ...balanceCheck, takenBackTokens: 550, reservedTokens: 0, tokens: 0, debtTokens: 13 }
    expect(linesOf(checkLines(owing)).slice(-3)).toEqual([
      'Потрачено: −23 токена',
      'Получается по журналу: долг 13 токенов',
      'Показано на балансе: долг 13 токенов'
    ])
    expect(linesOf(checkLines({ ...balanceCheck, tokens: 600 })).slice(-2)).toEqual([
      'Получается по журналу: 532 токена',
      'Показано на балансе: 600 токенов'
    ])
  })
})

describe('a payment', () => {
  it('is named after its package', () => {
    expect(titleOf(payment)).toBe('Пакет на 500 токенов')
    expect(titleOf({ ...payment, package_id: 'custom' })).toBe('Токены на выбранную сумму')
    expect(titleOf({ ...payment, package_id: 'premium' })).toBe('Premium на месяц')
    expect(titleOf({ ...payment, package_id: 'sold-no-more' })).toBe('550 токенов')
  })

  it('has the status «Завершен» when completed', () => expect(statusTexts.completed.text).toBe('Завершен'))

  it.each<[Partial<Payment>, string[]]>([
    [{}, ['Чек отправлен на почту']],
    [{ receipt: 'pending' }, ['Чек оформляется и придёт на почту']],
    [{ receipt: 'failed' }, ['Чек оформить не удалось, мы разбираемся']],
    [
      { refunded_rub: 100, refunded_tokens: 110 },
      ['Чек отправлен на почту', 'Вернули часть: 100 ₽, сняли 110 токенов']
    ],
    [
      { status: 'refunded', receipt: null, refunded_rub: 500, refunded_tokens: 550 },
      ['Вернули 500 ₽, сняли 550 токенов']
    ],
    [{ status: 'cancelled', receipt: null, decline_reason: 'insufficient_funds' }, ['На карте недостаточно денег']],
    [
      { status: 'cancelled', receipt: 'failed', decline_reason: 'card_expired' },
      ['Срок действия карты истёк. Попробуйте другую карту']
    ],
    [{ status: 'refunded', receipt: null, refunded_rub: 990, tokens_amount: 0 }, ['Вернули 990 ₽']],
    [{ status: 'pending', receipt: null }, []]
  ])('%j says %j', (change, notes) => {
    expect(notesOf({ ...payment, ...change })).toEqual(notes)
  })

  it('can be continued while the provider accepts it', () => {
    const pending = { ...payment, status: 'pending' as const }
    expect(canContinue({ ...pending, confirmation_token: 'ct-1' })).toBe(true)
    expect(canContinue(pending)).toBe(false)
    expect(canContinue(payment)).toBe(false)
  })
})

const priced = (price: number) => ({ ...record, price_tokens: price })

describe('what a request usually costs', () => {
  it('is the median of the last ten prices', () => {
    expect(usualPrice([8, 1, 5].map(priced))).toBe(5)
    const [cheap, dear] = [Array.from({ length: 10 }, () => 2), Array.from({ length: 20 }, () => 40)]
    expect(usualPrice([...cheap, ...dear].map(priced))).toBe(2)
  })

  it('ignores credits, and is the price of the first model for a user without requests', () => {
    expect(usualPrice([priced(0)])).toBe(5)
  })
})
