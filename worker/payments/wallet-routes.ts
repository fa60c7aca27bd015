// Balance and history. Both are read from the wallet itself, so that the figures add up at every moment.
import type { Hono } from 'hono'
import { changeBudget, liftBudget, readBudgets } from '#contract/budgets.ts'
import { actionText } from '#contract/operation-actions.ts'
import * as contract from '#contract/wallet.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { UserCalls } from '#durable-objects/user/calls.ts'
import type { HistoryRow, WalletAudit, WalletCalls, WalletHistory } from '#durable-objects/wallet/calls.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { askerOf, foundBy } from '../http/admitted.ts'
import { AppError } from '../http/errors.ts'
import { limitBalanceChecks, limitHistoryExports } from '../http/limit.ts'
import { inForce } from '../http/in-force.ts'
import { serve, serveRaw, sessionByObject } from '../http/serve.ts'
import { usageCsv } from './usage-csv.ts'

/** Together far more lines than any wallet has. Counted lines are stored, so the next check continues there. */
const auditCallsMax = 100

const ownWallet = (c: AppContext): UserCalls => userOf(c.env, c.var.caller.userId)

const recordOf = (row: HistoryRow): contract.UsageRecord => ({
  id: row.operationId,
  service: row.service,
  action: actionText(row.action, row.attempts),
  model: row.model,
  cost_in_tokens: row.costTokens,
  created_at: row.createdAt,
  upstream_model: row.upstreamModel,
  outcome: row.outcome,
  price_tokens: row.priceTokens,
  reserved_tokens: row.reservedTokens,
  returned_tokens: row.returnedTokens,
  attempts: row.attempts,
  balance_after: row.balanceAfter
})

function historyOf({ ended, running, account }: WalletHistory): contract.UsageHistory {
  const shown = ended.slice(0, contract.usageLimit)
  const oldest = shown.at(-1)
  return {
    usage: shown.map(recordOf),
    running: running.map(recordOf),
    hasMore: ended.length > shown.length,
    carriedTokens: oldest ? oldest.balanceAfter + oldest.costTokens : 0,
    tokens: account.availableTokens,
    debtTokens: account.debtTokens
  }
}

/** @throws AppError UNAVAILABLE when the journal is too long for one check */
async function audited(wallet: WalletCalls): Promise<WalletAudit> {
  for (let calls = 0; calls < auditCallsMax; calls++) {
    const audit = await wallet.audit()
    if (audit.state !== 'unfinished') return audit
  }
  throw new AppError('UNAVAILABLE', { text: 'История очень длинная и проверена не до конца. Проверьте ещё раз' })
}

function mountHistory(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(contract.readUsage), async (_, c) => {
    const page = { limit: contract.usageLimit + 1 }
    return historyOf(foundBy(await ownWallet(c).readHistory(askerOf(c), page)).history)
  })

  serve(app, sessionByObject(contract.readOperation), async ({ id }, c) => {
    const { operation: found } = foundBy(await ownWallet(c).readOperation(askerOf(c), id))
    if (!found) throw new AppError('NOT_FOUND', { text: 'Такой операции нет' })
    return {
      operation: recordOf(found.row),
      steps: found.steps.map(({ availableAfter: tokensAfter, ...step }) => ({ ...step, tokensAfter }))
    }
  })

  serveRaw(app, contract.exportUsage, async ({ timeZone }, c) => {
    await limitHistoryExports(c)
    return c.body(usageCsv(ownWallet(c), timeZone, (await inForce(c)).models), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tokens.csv"'
    })
  })
}

function mountBudgets(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(readBudgets), async (_, c) => foundBy(await ownWallet(c).readBudgets(askerOf(c))).budgets)
  serve(app, changeBudget, async ({ period, limitTokens }, c) => ownWallet(c).setBudget(period, limitTokens))
  serve(app, liftBudget, async ({ period }, c) => {
    const budgets = await ownWallet(c).liftBudget(period)
    if (!budgets) throw new AppError('CONFLICT', { text: 'Такого лимита нет. Обновите страницу' })
    return budgets
  })
}

export function mountWallet(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(contract.readTokens), async (_, c) => {
    const { account, isFrozen } = foundBy(await ownWallet(c).readBalance(askerOf(c)))
    const { availableTokens, reservedTokens, usedTokens, debtTokens, createdAt } = account
    const shown = { tokens: availableTokens, reservedTokens, totalUsedTokens: usedTokens, debtTokens, createdAt }
    return isFrozen ? { ...shown, frozen: true } : shown
  })

  serve(app, contract.checkBalance, async (_, c) => {
    await limitBalanceChecks(c)
    const { state, sums, account } = await audited(ownWallet(c))
    const { seq: _seq, ...counted } = sums
    return {
      ...counted,
      agrees: state === 'agrees',
      tokens: account.availableTokens,
      debtTokens: account.debtTokens,
      checkedAt: Date.now()
    }
  })

  mountHistory(app)
  mountBudgets(app)
}
