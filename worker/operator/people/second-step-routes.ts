// An owner takes the second step away from an account whose person has lost everything that takes it.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/people/people.ts'
import { begunAction } from '#data/directory/operator-actions.ts'
import { takeSecondStepOff } from '#data/directory/second-step.ts'
import type { HonoEnv } from '../../http/context.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { signOutPages } from '../../people/sign-out-pages.ts'
import { tellWaysIn } from '../../people/tell-ways-in.ts'
import { recorded } from '../access/record.ts'
import { expectAccount, expectNoOperator } from './expect-person.ts'

export function mountSecondSteps(app: Hono<HonoEnv>) {
  serve(app, contract.liftSecondStep, async ({ id, ...who }, c) => {
    await expectAccount(c, id)
    await expectNoOperator(c, id)
    const facts = async () => ({ secondStep: (await expectAccount(c, id)).secondStepAt !== null })
    const change = { action: 'second-step-lift', userId: id, ...who, facts } as const
    await recorded(c, change, async (actionId, isRepeated) => {
      const { secondStepAt, email } = await expectAccount(c, id)
      if (secondStepAt === null && !isRepeated) throw conflict('Второй шаг не включён')
      // Asked for one that was on then: the person may have connected another phone since.
      const begunAt = (await begunAction(c.var.directory, actionId))?.at ?? 0
      if (secondStepAt !== null && secondStepAt > begunAt) throw conflict('Второй шаг включён позже. Начните заново')
      await signOutPages(c, id, await takeSecondStepOff(c.var.directory, id, Date.now()))
      tellWaysIn(c, { id, email }, { kind: 'second-step-lifted' })
    })
    return {}
  })
}
