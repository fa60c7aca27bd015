// What operators have switched off: written by the console, read before a request is accepted. A user's object keeps it for a
// minute with what it knows of the caller (caller.ts).
import { and, eq, sql } from 'drizzle-orm'
import type { Outages } from '#domain/outage.ts'
import type { ServiceSwitch } from '#domain/service-switch.ts'
import type { Directory } from '../base/database.ts'
import { activeOutages, outagesOf } from './outages.ts'
import { serviceSwitches } from './schema-service-switches.ts'

type SwitchRow = typeof serviceSwitches.$inferSelect

/** With time and operator, for the console. */
export type KnownSwitch = ServiceSwitch & Pick<SwitchRow, 'since' | 'by'>

/** Stands in the table for the whole service, because a key cannot be null. */
const whole = ''

const switchOf = ({ model, ...row }: SwitchRow): KnownSwitch => ({ ...row, model: model === whole ? null : model })

export async function readSwitches(directory: Directory): Promise<KnownSwitch[]> {
  return (await directory.select().from(serviceSwitches)).map(switchOf)
}

/** What keeps a job of this service from being accepted, in one call: suppliers without our money, switches of operators. */
export async function findHindrances(
  directory: Directory,
  service: string,
  now: number
): Promise<{ outages: Outages; switches: ServiceSwitch[] }> {
  const [outages, switches] = await directory.batch([
    activeOutages(directory, now),
    directory.select().from(serviceSwitches).where(eq(serviceSwitches.service, service))
  ])
  return { outages: outagesOf(outages), switches: switches.map(switchOf) }
}

const keyOf = ({ service, model }: { service: string; model: string | null }) => ({ service, model: model ?? whole })

/**
 * Switches off, or changes the text for users; the first time stays. A call that died after it had switched off may be repeated
 * after another operator has switched on again: it must not switch off again.
 * @param actionId of the operator's action, which has its line in the record
 */
export async function switchServiceOff(
  directory: Directory,
  { since, by, reason, ...what }: KnownSwitch,
  actionId: string
): Promise<void> {
  const { service, model } = keyOf(what)
  const subject = what.model === null ? service : `${service}/${what.model}`
  const isOvertaken = sql`exists (select 1 from operator_actions as own join operator_actions as other
    on other.subject = ${subject} and other.action = 'service-on' and other.phase = 'done' and other.rowid > own.rowid
    where own.id = ${actionId} and own.phase = 'begun')`
  await directory
    .insert(serviceSwitches)
    // All columns, in the order of the table.
    .select(sql`select ${service}, ${model}, ${reason}, ${since}, ${by} where not ${isOvertaken}`)
    .onConflictDoUpdate({ target: [serviceSwitches.service, serviceSwitches.model], set: { reason, by } })
}

export async function switchServiceOn(
  directory: Directory,
  what: { service: string; model: string | null }
): Promise<void> {
  const { service, model } = keyOf(what)
  await directory
    .delete(serviceSwitches)
    .where(and(eq(serviceSwitches.service, service), eq(serviceSwitches.model, model)))
}
