// What a user's models remember. Every query names the owner. Two devices may change the lines at once: a change is written only
// while the lines are those that it was made for, so that none is kept twice or lost.
import { and, asc, eq } from 'drizzle-orm'
import { type Memory, memoryLinesMax } from '#contract/memory.ts'
import { mergingOf, saysAll } from '#domain/memory.ts'
import type { History } from '../base/database.ts'
import { rememberedLines } from './memory-sql.ts'
import { memoryLines, memorySettings } from './schema-memory.ts'

export async function memoryOf(history: History, userId: string): Promise<Memory> {
  const [[settings], lines] = await history.batch([
    history.select({ isOn: memorySettings.isOn }).from(memorySettings).where(eq(memorySettings.userId, userId)),
    history
      .select({ id: memoryLines.id, text: memoryLines.text, createdAt: memoryLines.createdAt })
      .from(memoryLines)
      .where(eq(memoryLines.userId, userId))
      .orderBy(asc(memoryLines.id))
  ])
  return { isOn: settings?.isOn ?? false, lines }
}

/** The lines as a question is sent with them, one a line, oldest first; null: the memory is off. */
export const toldLines = ({ $client }: History, userId: string): Promise<string | null> =>
  $client.prepare(`select ${rememberedLines} as lines`).bind(userId).first<string | null>('lines')

/** Off, nothing is offered any more: what was offered is gone. */
export async function switchMemory({ $client }: History, userId: string, isOn: boolean): Promise<void> {
  const set = $client
    .prepare(
      'insert into memory_settings (user_id, is_on) values (?1, ?2) on conflict do update set is_on = excluded.is_on'
    )
    .bind(userId, isOn ? 1 : 0)
  const gone = $client.prepare("update memory_offers set text = '' where user_id = ?1 and ?2 = 0")
  await $client.batch([set, gone.bind(userId, isOn ? 1 : 0)])
}

/** SQL: the lines are still these, `?3` of `stateOf`. */
const unchanged = `
  ?3 = coalesce((select group_concat(line, char(10)) from (
    select id || ' ' || text as line from memory_lines where user_id = ?1 order by id)), '')`

const stateOf = (lines: Memory['lines']): string => lines.map(({ id, text }) => `${id} ${text}`).join('\n')

const insertLine = `
  insert into memory_lines (user_id, text, created_at) select ?1, ?2, ?4 where ${unchanged} returning id`
const changeLine = `
  update memory_lines set text = ?2 where user_id = ?1 and id = ?4 and ${unchanged} returning id`
// The line that says all that these say is there.
const deleteMerged = `
  delete from memory_lines where user_id = ?1 and id in (select value from json_each(?4))
  and exists (select 1 from memory_lines where user_id = ?1 and id = ?3 and text = ?2)`

const isWritten = (result: D1Result | undefined): boolean => (result?.results.length ?? 0) > 0

interface Rewording {
  userId: string
  text: string
  lines: Memory['lines']
  id: number
  /** The lines that its new text contains. */
  gone: readonly number[]
}

/** @returns whether the lines were still those */
async function reword({ $client }: History, { userId, text, lines, id, gone }: Rewording): Promise<boolean> {
  const change = $client.prepare(changeLine).bind(userId, text, stateOf(lines), id)
  const [changed] =
    gone.length === 0
      ? [await change.all()]
      : await $client.batch([change, $client.prepare(deleteMerged).bind(userId, text, id, JSON.stringify(gone))])
  return isWritten(changed)
}

/** More changes from other devices at the same time than this are not waited for. */
const attemptsMax = 5

type Written = 'written' | 'full' | 'missing' | 'changed'

/** @throws Error when other devices change the lines all the time */
async function attempted<Result extends string>(
  attempt: () => Promise<Result | 'changed'>
): Promise<Exclude<Result, 'changed'>> {
  for (let attempts = 0; attempts < attemptsMax; attempts++) {
    const written = await attempt()
    if (written !== 'changed') return written as Exclude<Result, 'changed'>
  }
  throw new Error('The memory of a user does not stop changing')
}

/** Keeps a line, once: repeated, it changes nothing. @returns 'full' when there are as many as may be */
export const remember = (
  history: History,
  userId: string,
  { text, now }: { text: string; now: number }
): Promise<'written' | 'full'> =>
  attempted(async (): Promise<Exclude<Written, 'missing'>> => {
    const { lines } = await memoryOf(history, userId)
    const merging = mergingOf(lines, text)
    if (merging.kind === 'known') return 'written'
    if (merging.kind === 'fuller')
      return (await reword(history, { ...merging, userId, text, lines })) ? 'written' : 'changed'
    if (lines.length >= memoryLinesMax) return 'full'
    const insert = history.$client.prepare(insertLine).bind(userId, text, stateOf(lines), now)
    return isWritten(await insert.all()) ? 'written' : 'changed'
  })

/**
 * Gives a line another text, which it keeps, also where another line says it and more. The others that the new text says all of are
 * gone. @returns 'missing' when the user has no such line
 */
export const changeLineOf = (
  history: History,
  userId: string,
  { id, text }: { id: number; text: string }
): Promise<'written' | 'missing'> =>
  attempted(async (): Promise<Exclude<Written, 'full'>> => {
    const { lines } = await memoryOf(history, userId)
    if (!lines.some((line) => line.id === id)) return 'missing'
    const gone = lines.filter((line) => line.id !== id && saysAll(text, line.text)).map((line) => line.id)
    return (await reword(history, { userId, text, lines, id, gone })) ? 'written' : 'changed'
  })

/** @param id null: all lines, and what is offered. @returns whether the user had such a line; always true for all */
export async function forget(history: History, userId: string, id: number | null): Promise<boolean> {
  if (id === null) {
    const { $client } = history
    await $client.batch([
      $client.prepare('delete from memory_lines where user_id = ?1').bind(userId),
      $client.prepare("update memory_offers set text = '' where user_id = ?1").bind(userId)
    ])
    return true
  }
  const owned = and(eq(memoryLines.id, id), eq(memoryLines.userId, userId))
  return (await history.delete(memoryLines).where(owned).returning({ id: memoryLines.id })).length > 0
}
