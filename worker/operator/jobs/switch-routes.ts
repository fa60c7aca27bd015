// Services and models are switched off and on again. Users' objects notice it within a minute, all other code at once.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/jobs/services.ts'
import { type KnownSwitch, readSwitches, switchServiceOff, switchServiceOn } from '#data/directory/service-switches.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict } from '../../http/errors.ts'
import { expectOwnName } from '../../http/operator.ts'
import { inForce } from '../../http/in-force.ts'
import { serve } from '../../http/serve.ts'
import { recorded } from '../access/record.ts'
import { isService } from './catalogue.ts'

interface What {
  service: string
  model: string | null
}

/** @throws AppError NOT_FOUND */
async function expectService(c: AppContext, what: What): Promise<void> {
  if (!isService((await inForce(c)).models, what))
    throw new AppError('NOT_FOUND', { text: 'Такого сервиса или модели нет' })
}

async function findSwitch(c: AppContext, { service, model }: What): Promise<KnownSwitch | undefined> {
  const switches = await readSwitches(c.var.directory)
  return switches.find((one) => one.service === service && one.model === model)
}

async function factsOf(c: AppContext, what: What) {
  const found = await findSwitch(c, what)
  return { off: found !== undefined, text: found?.reason ?? null }
}

const subjectOf = ({ service, model }: What) => (model === null ? service : `${service}/${model}`)

export function mountSwitches(app: Hono<HonoEnv>) {
  serve(app, contract.switchOff, async ({ service, model, text, ...who }, c) => {
    const what = { service, model }
    await expectService(c, what)
    const facts = () => factsOf(c, what)
    const change = {
      action: 'service-off',
      subject: subjectOf(what),
      ...who,
      request: { text },
      facts
    } as const
    await recorded(c, change, async (actionId) => {
      const by = expectOwnName(c, who.operator)
      await switchServiceOff(c.var.directory, { ...what, reason: text, since: Date.now(), by }, actionId)
    })
    const found = await findSwitch(c, what)
    if (!found) throw conflict('Сервис уже включили снова')
    return { off: { reason: found.reason, since: found.since, by: found.by } }
  })

  serve(app, contract.switchOn, async ({ service, model, ...who }, c) => {
    const what = { service, model }
    await expectService(c, what)
    const facts = () => factsOf(c, what)
    await recorded(c, { action: 'service-on', subject: subjectOf(what), ...who, facts }, async () => {
      await switchServiceOn(c.var.directory, what)
    })
    return { off: null }
  })
}
