// An owner blocks and unblocks an account, and begins and cancels its erasure.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/people/people.ts'
import { withdrawDeletion } from '#data/directory/erasure.ts'
import { accountOf, blockAccount, unblockAccount } from '#data/directory/people.ts'
import { deletionGraceMs, isDeletionFinal } from '#domain/account-deletion.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { beginDeletion } from '../../people/delete-account.ts'
import { shutOut } from '../../people/sign-out-pages.ts'
import { conflict } from '../../http/errors.ts'
import { recorded } from '../access/record.ts'
import { expectAccount, expectNoOperator } from './expect-person.ts'

async function factsOf(c: AppContext, id: string) {
  const account = await accountOf(c.var.directory, id)
  return { blocked: typeof account?.blockedAt === 'number', erasure: typeof account?.deletionRequestedAt === 'number' }
}

function mountBlocks(app: Hono<HonoEnv>) {
  serve(app, contract.blockPerson, async ({ id, ...who }, c) => {
    await expectAccount(c, id)
    await expectNoOperator(c, id)
    const facts = () => factsOf(c, id)
    await recorded(c, { action: 'person-block', userId: id, ...who, facts }, async () => {
      await shutOut(c, id, await blockAccount(c.var.directory, id, Date.now()))
    })
    return {}
  })

  serve(app, contract.unblockPerson, async ({ id, ...who }, c) => {
    await expectAccount(c, id)
    const facts = () => factsOf(c, id)
    await recorded(c, { action: 'person-unblock', userId: id, ...who, facts }, async () => {
      await unblockAccount(c.var.directory, id)
    })
    return {}
  })
}

function mountErasures(app: Hono<HonoEnv>) {
  serve(app, contract.beginErasure, async ({ id, ...who }, c) => {
    await expectAccount(c, id)
    await expectNoOperator(c, id)
    const facts = () => factsOf(c, id)
    const change = { action: 'erasure-begin', userId: id, ...who, facts } as const
    await recorded(c, change, async (_, isRepeated) => {
      const { email, deletionRequestedAt } = await expectAccount(c, id)
      if (deletionRequestedAt === null) await beginDeletion(c, id, email)
      else if (!isRepeated) throw conflict('Удаление уже запрошено')
    })
    const { deletionRequestedAt } = await expectAccount(c, id)
    return { erased_at: (deletionRequestedAt ?? Date.now()) + deletionGraceMs }
  })

  serve(app, contract.takeBackErasure, async ({ id, ...who }, c) => {
    await expectAccount(c, id)
    const facts = () => factsOf(c, id)
    await recorded(c, { action: 'erasure-end', userId: id, ...who, facts }, async (_, isRepeated) => {
      const { deletionRequestedAt } = await expectAccount(c, id)
      if (deletionRequestedAt === null && !isRepeated) throw conflict('Удаление не запрошено')
      if (deletionRequestedAt !== null && isDeletionFinal(deletionRequestedAt, Date.now()))
        throw conflict('Срок прошёл: аккаунт уже удаляется')
      await withdrawDeletion(c.var.directory, id)
    })
    return {}
  })
}

export function mountAccounts(app: Hono<HonoEnv>) {
  mountBlocks(app)
  mountErasures(app)
}
