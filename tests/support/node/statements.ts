// Statements of every kind that ours are of, and what is read from their rows.
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  not,
  notInArray,
  or,
  sql,
  sum
} from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { integer, real, SQLiteAsyncDialect, sqliteTable, text, unionAll } from 'drizzle-orm/sqlite-core'
import { rowValues } from '#data/base/row-values.ts'

const works = sqliteTable('works', {
  id: text('id'),
  userId: text('user_id'),
  facts: text({ mode: 'json' }),
  isDone: integer('is_done', { mode: 'boolean' }).default(false),
  progress: real(),
  revision: integer()
    .default(0)
    .$onUpdate(() => sql`revision + 1`)
})
const users = sqliteTable('users', { id: text('id'), name: text() })

type Client = Parameters<typeof drizzle>[0]

const isMine = and(eq(works.userId, 'u'), or(gt(works.progress, 0.5), isNull(works.facts)), not(eq(works.id, users.id)))

function queriesOf(client: Client) {
  const database = drizzle(client)
  const some = (id: string) => database.select({ id: works.id }).from(works).where(ne(works.id, id))
  const newest = database
    .select({ userId: works.userId, last: sql<number>`max(${works.progress})`.as('last') })
    .from(works)
    .groupBy(works.userId)
    .as('newest')
  return [
    database.select().from(works).where(isMine),
    database
      .select()
      .from(works)
      .innerJoin(users, eq(works.userId, users.id))
      .leftJoin(newest, eq(works.id, newest.userId)),
    database.select({ row: works, last: newest.last }).from(works).innerJoin(newest, eq(works.userId, newest.userId)),
    database
      .select({ total: count(), all: sum(works.progress).mapWith(Number), is: sql`${works.id} = 1`.mapWith(Boolean) })
      .from(works),
    database.select({ total: sql<number>`count(*)` }).from(some('a').limit(2).as('some')),
    database.select().from(newest).orderBy(asc(newest.userId)),
    database.select({ one: sql<number>`1` }).from(sql`(select 1)`),
    unionAll(some('a'), some('b'), some('c')).orderBy(desc(works.id)).limit(3).offset(4),
    database
      .select()
      .from(works)
      .where(inArray(works.id, some('a')))
      .limit(1),
    database
      .select()
      .from(works)
      .where(and(exists(some('a')), notInArray(works.id, ['a', 'b']), inArray(works.id, []))),
    database.insert(works).values([
      { id: 'a', userId: 'u', facts: ['x'] },
      { id: 'b', userId: sql`upper('u')` }
    ]),
    database
      .insert(works)
      .values({ id: 'a', userId: 'u' })
      .onConflictDoNothing({ target: [works.id, works.userId] })
      .returning(),
    database
      .insert(works)
      .values({ id: 'a', userId: 'u' })
      .onConflictDoUpdate({
        target: works.id,
        set: { isDone: true, progress: sql`excluded.progress` },
        setWhere: lt(works.progress, 1)
      }),
    database
      .insert(users)
      .select(sql`select ${'a'}, ${works.id} from ${works}`)
      .onConflictDoNothing()
      .returning(),
    database
      .update(works)
      .set({ facts: null, isDone: sql`not ${works.isDone}` })
      .where(isMine)
      .returning({ id: works.id }),
    database.delete(works).where(eq(works.id, 'a')).returning({ id: works.id })
  ]
}

/** @param client answers every statement with these rows, as lists and as objects */
export async function answersTo(client: object): Promise<unknown[]> {
  const database = drizzle(client as Client)
  const queries = queriesOf(client as Client)
  const alone: unknown[] = []
  for (const query of queries) alone.push(query.toSQL(), await query, await query.get(), await query.all())
  const [first, ...others] = queries
  const raw = sql`select ${sql.identifier('id')} from ${works} where ${works.facts} = ${['a', 2]} and ${sql.raw('1')}`
  const values = sql`select ${rowValues(works, { id: 'a', facts: ['x'], userId: sql`'u'` })}`
  const written = [
    await database.all(raw),
    await database.get(raw),
    await database.run(raw),
    await database.values(raw)
  ]
  const together = first
    ? await database.batch([first, ...others, database.all(sql`select 1`), database.run(sql`select 2`)])
    : []
  return [...alone, ...written, ...together, new SQLiteAsyncDialect().sqlToQuery(values)]
}
