// Whether no work is left anywhere.
import { refundSearchAt } from './clock.ts'
import type { World } from '../world/world.ts'

const lists = {
  payments: 'select id from payments where next_check_at is not null limit 1',
  refunds: 'select id from refunds where next_check_at is not null limit 1',
  mails: 'select id from outgoing_mails where send_at is not null limit 1'
}

const ofObjects = {
  reservations: 'select operation_id from reservations limit 1',
  'the copy': 'select copy_at from wallet where copy_at is not null',
  answers: "select operation_id from answers where state <> 'closed' limit 1"
}

/** What waits, by its name; null: nothing. */
export function workLeft(world: World): string | null {
  const {
    engine,
    queues,
    network: { shop },
    used,
    hosts
  } = world
  const [effect] = engine.effects
  if (effect) return effect.label
  const [message] = queues.messages
  if (message) return `${JSON.stringify(message.body)} of ${message.queue}`
  if (shop.notifications.length > 0 || shop.open.length > 0) return 'a payment in the shop'
  if ([...shop.refunds.values()].some(({ status }) => status === 'pending')) return 'a refund in the shop'
  if (hosts.some(({ isRinging }) => isRinging)) return 'an alarm'
  if (refundSearchAt(world) !== null) return 'the search of refunds'
  for (const [name, sql] of Object.entries(lists)) if (used.directory.known(sql).length > 0) return name
  for (const history of used.histories)
    if (history.known('select 1 from jobs where due_at is not null limit 1').length > 0) return 'jobs'
  for (const { sqlite } of hosts)
    for (const [name, sql] of Object.entries(ofObjects)) if (sqlite.known(sql).length > 0) return name
  return null
}
