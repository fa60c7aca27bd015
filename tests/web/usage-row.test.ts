import { describe, expect, it } from 'vitest'
import { usageRow } from '#web/src/money/subscription/usage-row.ts'
import { usageRecord as record } from './account-samples.ts'

describe('a row of the history', () => {
  it('links to the page of its service, with its model and time', () => {
    expect(usageRow(record)).toEqual({
      path: '/claude?open=1&model=claude-3-sonnet&ts=1795000000000&operation=operation-1',
      title: 'Ответ в чате',
      details: ['Claude', 'Claude 3 Sonnet'],
      cost: '−2 токена',
      gained: false,
      running: false
    })
  })

  it('leaves the model out of the address when the record has none', () => {
    expect(usageRow({ ...record, model: null }).path).toBe('/claude?open=1&ts=1795000000000&operation=operation-1')
  })

  it('without a tool has no link, and a credit is shown as one', () => {
    const credit = { ...record, service: 'bonus', action: 'Бонус', model: null, cost_in_tokens: -10 }
    expect(usageRow(credit)).toEqual({
      path: null,
      title: 'Бонус',
      details: [],
      cost: '+10 токенов',
      gained: true,
      running: false
    })
  })

  it('shows the returned tokens of a stopped answer, and that a failed one was free', () => {
    expect(usageRow({ ...record, cost_in_tokens: 1, returned_tokens: 7 })).toMatchObject({
      cost: '−1 токен',
      details: ['Claude', 'Claude 3 Sonnet', 'вернули 7 токенов']
    })
    expect(usageRow({ ...record, cost_in_tokens: 0, returned_tokens: 2 })).toMatchObject({ cost: '0 токенов' })
  })

  it('counts the reserved tokens of a running operation as spent', () => {
    expect(usageRow({ ...record, outcome: 'reserved', cost_in_tokens: 0 })).toMatchObject({
      cost: '−2 токена',
      gained: false,
      running: true
    })
  })

  it('says that Premium covered the price', () => {
    expect(usageRow({ ...record, cost_in_tokens: 0, reserved_tokens: 0 })).toMatchObject({
      cost: '0 токенов',
      details: ['Claude', 'Claude 3 Sonnet', 'по Premium']
    })
  })

  it('shows a model that was removed from the catalogue by its id', () => {
    expect(usageRow({ ...record, model: 'claude-1' }).details).toEqual(['Claude', 'claude-1'])
  })
})
