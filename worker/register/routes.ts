// What the register inside the country asks for: whom we have erased, which accounts there are, and that one is to be erased.
import { createHmac } from 'node:crypto'
import type { Hono } from 'hono'
import type { z } from 'zod'
import type { OwnAnswers } from '#contract/register-answers.ts'
import { hashedAddress, type OwnCall, ownCalls } from '#contract/register.ts'
import { accountsAfter, erasuresToTell, forgetErased, personOfRecord } from '#data/directory/registered.ts'
import { deletionGraceMs } from '#domain/account-deletion.ts'
import { parsedJson } from '#providers/http/fields.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { succeed } from '../http/serve.ts'
import { beginDeletion } from '../people/delete-account.ts'

const rowsPerPage = 500

type Input<Name extends OwnCall> = z.output<(typeof ownCalls)[Name]['input']>

async function erased(c: AppContext, { acknowledged }: Input<'erased'>): Promise<OwnAnswers['erased']> {
  await forgetErased(c.var.directory, acknowledged)
  return { erased: await erasuresToTell(c.var.directory, rowsPerPage) }
}

async function accounts(c: AppContext, { after }: Input<'accounts'>): Promise<OwnAnswers['accounts']> {
  const key = c.var.environment.REGISTER_KEY ?? ''
  const found = await accountsAfter(c.var.directory, after, rowsPerPage)
  return {
    accounts: found.map(({ canonicalEmail, ...account }) => ({
      ...account,
      addressHash: createHmac('sha256', key).update(hashedAddress(canonicalEmail)).digest('base64url')
    }))
  }
}

async function erasure(c: AppContext, { registerId }: Input<'erasure'>): Promise<OwnAnswers['erasure']> {
  const found = await personOfRecord(c.var.directory, registerId)
  // Said in words of its own: a wrong key, or a Worker without one, must not look like it.
  if (!found) return { erasedAt: null }
  const { id, email, deletionRequestedAt } = found
  const begun = deletionRequestedAt === null ? null : deletionRequestedAt + deletionGraceMs
  return { erasedAt: begun ?? (await beginDeletion(c, id, email)) }
}

/** The gate has checked the signature, and named the record that the register made for it. */
const served =
  <Name extends OwnCall>(name: Name, handle: (c: AppContext, input: Input<Name>) => Promise<OwnAnswers[Name]>) =>
  async (c: AppContext): Promise<Response> => {
    if (c.var.registerId === undefined) throw new AppError('NOT_FOUND')
    const input = ownCalls[name].input.safeParse(parsedJson(await c.req.text()))
    if (!input.success) throw new AppError('BAD_REQUEST')
    return succeed(c, await handle(c, input.data as Input<Name>))
  }

export function mountRegister(app: Hono<HonoEnv>) {
  app.post(ownCalls.erased.path, served('erased', erased))
  app.post(ownCalls.accounts.path, served('accounts', accounts))
  app.post(ownCalls.erasure.path, served('erasure', erasure))
}
