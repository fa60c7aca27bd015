import type { Hono } from 'hono'
import * as contract from '#contract/roles.ts'
import { aboutOf, changeAbout } from '#data/directory/users.ts'
import { addRole, changeRole, deleteRole, instructionOf, rolesOf } from '#data/history/roles.ts'
import { instructionBytes } from '#domain/stored-bytes.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { type AppContext, historyOf, type HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { limitChatChanges, limitChatWrites } from '../http/limit.ts'
import { inForce } from '../http/in-force.ts'
import { serve } from '../http/serve.ts'

/** One that is not on sale is taken as well: a role keeps its model, and what is sold in its place answers. */
async function expectModel(c: AppContext, id: string | null): Promise<void> {
  if (id !== null && !(await inForce(c)).models.some((model) => model.id === id)) throw new AppError('UNKNOWN_MODEL')
}

function mountOwnRoles(app: Hono<HonoEnv>) {
  serve(app, contract.listRoles, async (_, c) => ({ roles: await rolesOf(historyOf(c), c.var.caller.userId) }))

  serve(app, contract.addRole, async (written, c) => {
    await expectModel(c, written.model)
    await limitChatWrites(c, instructionBytes(written))
    const role = await addRole(historyOf(c), c.var.caller.userId, written, Date.now())
    if (!role) throw new AppError('TOO_MANY_ROLES')
    return { role }
  })

  serve(app, contract.changeRole, async ({ id, ...written }, c) => {
    await expectModel(c, written.model)
    await limitChatWrites(c, instructionBytes(written))
    return { role: expectFound(await changeRole(historyOf(c), c.var.caller.userId, id, written)) }
  })

  serve(app, contract.deleteRole, async ({ id }, c) => {
    await limitChatChanges(c)
    if (!(await deleteRole(historyOf(c), c.var.caller.userId, id))) throw new AppError('NOT_FOUND')
    return {}
  })
}

export function mountRoles(app: Hono<HonoEnv>) {
  mountOwnRoles(app)

  serve(app, contract.readInstruction, async ({ id }, c) =>
    expectFound(await instructionOf(historyOf(c), c.var.caller.userId, id))
  )

  serve(app, contract.changeInstruction, async ({ id, ...to }, c) => {
    // Without an instruction there is nothing to store, also when the room is full.
    if (to.instruction === '') await limitChatChanges(c)
    else await limitChatWrites(c, instructionBytes({ name: to.role, instruction: to.instruction }))
    return expectFound(await userOf(c.env, c.var.caller.userId).changeInstruction(id, to))
  })

  serve(app, contract.readAbout, async (_, c) => ({ about: await aboutOf(c.var.directory, c.var.caller.userId) }))

  serve(app, contract.changeAbout, async ({ about }, c) => {
    const { userId } = c.var.caller
    await limitChatChanges(c)
    await changeAbout(c.var.directory, userId, about)
    await userOf(c.env, userId).forgetCallers()
    return { about }
  })
}
