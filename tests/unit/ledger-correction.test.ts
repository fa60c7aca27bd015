import { describe, expect, it } from 'vitest'
import { addLines, auditViolations, type AuditedLine, freeTokensOf, noSums } from '#domain/ledger-audit.ts'
import { correctionOf } from '#domain/ledger-correction.ts'
import { accountViolations, journalViolations, lineViolations } from '#domain/ledger-invariants.ts'

const credit: AuditedLine = {
  seq: 1,
  kind: 'credit',
  operationId: 'bonus',
  balanceDelta: 100,
  reservedDelta: 0,
  chargedTokens: 0,
  lossTokens: 0,
  isPurchase: false,
  // Not what the line says: a defect of the store.
  after: { creditedTokens: 100, availableTokens: 1000, reservedTokens: 0, usedTokens: 0, debtTokens: 0 }
}

function corrected(freeTokens: number, heldTokens = 0): AuditedLine {
  const made = correctionOf(freeTokens, heldTokens, { balanceTokens: 100, reservedTokens: 0, chargedTokens: 0 })
  if (!made) throw new Error('There is no such account')
  const { movement, after } = made
  return { ...movement, seq: 2, kind: 'correct', operationId: 'correction:1', lossTokens: 0, isPurchase: false, after }
}

describe('a correction', () => {
  it.each([
    ['to what the lines add up to moves nothing', 100, 0, 0],
    ['upwards', 130, 0, 30],
    ['downwards', 40, 0, -60],
    ['keeps what is reserved', 90, 10, 0],
    ['to a debt', -5, 10, -95]
  ])('%s', (_, free, held, balanceDelta) => {
    const line = corrected(free, held)
    expect(line).toMatchObject({ balanceDelta, reservedDelta: held, after: { reservedTokens: held } })
    expect(accountViolations(line.after)).toEqual([])
    expect(lineViolations(credit, line)).toEqual([])
    const { sums, violations } = addLines(noSums, null, [credit, line], 2)
    const open = held > 0 ? [{ operationId: 'a', priceTokens: held, dueAt: 1 }] : []
    expect([...violations, ...auditViolations(sums, line.after, open)]).toEqual([])
    expect(freeTokensOf(sums)).toBe(free)
    expect(sums).toMatchObject({ grantedTokens: 100, correctedTokens: balanceDelta })
    expect(journalViolations([credit, line])).toEqual([])
  })

  it('to a debt above everything that was used is impossible', () => {
    expect(correctionOf(-1, 0, { balanceTokens: 100, reservedTokens: 0, chargedTokens: 0 })).toBeNull()
    expect(
      correctionOf(Number.MAX_SAFE_INTEGER, 1, { balanceTokens: 0, reservedTokens: 0, chargedTokens: 0 })
    ).toBeNull()
  })

  it('does not excuse a line that comes after it', () => {
    const line = corrected(100)
    const next: AuditedLine = { ...credit, seq: 3, operationId: 'more' }
    expect(addLines(noSums, null, [credit, line, next], 2).violations).toContain(
      'entry 3: the account is not its predecessor plus the entry'
    )
  })

  it('charges nothing and loses nothing', () => {
    const line = corrected(100)
    expect(lineViolations(credit, { ...line, chargedTokens: 1 })).toContain('a correction charges or loses tokens')
    expect(lineViolations(credit, { ...line, lossTokens: 1 })).toContain('a correction charges or loses tokens')
  })
})
