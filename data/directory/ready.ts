// Messages about ended jobs: the user's choice of the way, the devices, and the messages that are still to be sent.
import { and, desc, eq, exists, isNull, notInArray, or, sql } from 'drizzle-orm'
import { pushDevicesMax, type ReadyChannel } from '#contract/ready.ts'
import type { ReadyFacts } from '#domain/ready.ts'
import type { Directory } from '../base/database.ts'
import type { Lease } from './due-rows.ts'
import { pushDevices, readyMessages } from './schema-ready.ts'
import { sessions, users } from './schema.ts'

export type PushDevice = typeof pushDevices.$inferSelect
export type ReadyMessage = typeof readyMessages.$inferSelect

/** The choice of a user, with the devices of living sessions, oldest first. */
export async function readyChoice(directory: Directory, userId: string) {
  const [chosen, devices] = await directory.batch([
    directory.select({ channel: users.readyChannel }).from(users).where(eq(users.id, userId)),
    livingDevices(directory, userId)
  ])
  return { channel: chosen[0]?.channel ?? null, devices }
}

/** Devices whose session has ended get no message: another person may use them now. */
const livingDevices = (directory: Directory, userId: string) =>
  directory
    .select({
      device: pushDevices,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      endedAt: sessions.endedAt
    })
    .from(pushDevices)
    .innerJoin(sessions, and(eq(sessions.id, pushDevices.sessionId), eq(sessions.userId, pushDevices.userId)))
    .where(and(eq(pushDevices.userId, userId), isNull(sessions.endedAt)))
    .orderBy(pushDevices.createdAt)

const choosing = (directory: Directory, userId: string, channel: ReadyChannel) =>
  directory.update(users).set({ readyChannel: channel }).where(eq(users.id, userId))

/** Stores the choice; any other way than the browser forgets the devices. */
export async function chooseChannel(directory: Directory, userId: string, channel: ReadyChannel): Promise<void> {
  const choose = choosing(directory, userId, channel)
  if (channel === 'browser') await choose
  else await directory.batch([choose, directory.delete(pushDevices).where(eq(pushDevices.userId, userId))])
}

/** Adds a device, also one that another account of the same browser had, and deletes the oldest of too many. */
export async function addDevice(directory: Directory, device: PushDevice): Promise<void> {
  const { id: _, ...values } = device
  const newest = directory
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .where(eq(pushDevices.userId, device.userId))
    .orderBy(desc(pushDevices.createdAt))
    .limit(pushDevicesMax)
  await directory.batch([
    directory.insert(pushDevices).values(device).onConflictDoUpdate({ target: pushDevices.id, set: values }),
    directory.delete(pushDevices).where(and(eq(pushDevices.userId, device.userId), notInArray(pushDevices.id, newest))),
    choosing(directory, device.userId, 'browser')
  ])
}

/** @returns whether the user had this device */
export async function removeDevice(directory: Directory, userId: string, id: string): Promise<boolean> {
  const removed = await directory
    .delete(pushDevices)
    .where(and(eq(pushDevices.userId, userId), eq(pushDevices.id, id)))
    .returning({ id: pushDevices.id })
  return removed.length > 0
}

/**
 * Adds the message of a job, due at once, if its user wants one. Does nothing when it exists.
 * @returns whether this call added it
 */
export async function addReadyMessage(
  directory: Directory,
  { id, userId, facts, now }: { id: string; userId: string; facts: ReadyFacts; now: number }
): Promise<boolean> {
  const { meta } = await directory.run(
    sql`insert into ${readyMessages} (id, user_id, facts, created_at, send_at)
      select ${id}, ${userId}, ${JSON.stringify(facts)}, ${now}, ${now} where ${exists(
        directory
          .select({ id: users.id })
          .from(users)
          .where(
            and(
              eq(users.id, userId),
              isNull(users.deletionRequestedAt),
              or(eq(users.readyChannel, 'browser'), eq(users.readyChannel, 'mail'))
            )
          )
      )} on conflict do nothing`
  )
  return meta.changes > 0
}

/** Claims a message that is due. Postponed, so that a queue message that comes twice does not send it twice. */
export const claimReadyMessage = (
  directory: Directory,
  lease: Lease,
  sendAt: number
): Promise<ReadyMessage | undefined> =>
  directory
    .update(readyMessages)
    .set({ sendAt, attempts: sql`${readyMessages.attempts} + 1` })
    .where(and(eq(readyMessages.id, lease.id), eq(readyMessages.sendAt, lease.until)))
    .returning()
    .get()

/** Stores the outcome of a message. `sendAt` null: nothing is left to do. */
export async function noteReadyMessage(
  directory: Directory,
  id: string,
  done: Pick<ReadyMessage, 'doneDevices' | 'sendAt' | 'sentAt'>
): Promise<void> {
  await directory.update(readyMessages).set(done).where(eq(readyMessages.id, id))
}
