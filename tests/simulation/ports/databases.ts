// The databases of all runs, made once: the directory, two histories, the storage of two users' objects. Two people with an
// account, a session and a conversation are there before every run.
import { join } from 'node:path'
import { firstMoment } from '../engine/engine.ts'
import { schemaOf } from '../../support/node/schema-of.ts'
import { Sqlite } from './sqlite.ts'

export interface Person {
  letter: 'a' | 'b'
  id: string
  sessionId: string
  email: string
  conversationId: number
}

const personOf = (letter: Person['letter'], shard: number): Person => ({
  letter,
  id: `h${shard}-${letter.repeat(8)}-0000-4000-8000-000000000000`,
  sessionId: `session-${letter}`,
  email: `${letter}@people.test`,
  conversationId: 1
})

export const people = [personOf('a', 1), personOf('b', 2)] as const

export interface Databases {
  directory: Sqlite
  histories: readonly [Sqlite, Sqlite]
  objects: readonly [Sqlite, Sqlite]
}

const folder = (name: string) => join(import.meta.dirname, '../../../migrations', name)
const year = 365 * 24 * 60 * 60_000

function made(name: string): Sqlite {
  const sqlite = new Sqlite()
  for (const statement of schemaOf(folder(name))) sqlite.script(statement)
  return sqlite
}

function fill({ directory, histories }: Databases) {
  for (const [index, { id, sessionId, email, conversationId }] of people.entries()) {
    directory.all(
      'insert into users (id, email, canonical_email, password_hash, verified_at, created_at) values (?, ?, ?, ?, ?, ?)',
      [id, email, email, 'none', firstMoment, firstMoment]
    )
    directory.all(
      `insert into sessions (id, user_id, refresh_hash, user_agent, ip, created_at, last_seen_at, expires_at)
        values (?, ?, ?, '', '', ?, ?, ?)`,
      [sessionId, id, sessionId, firstMoment, firstMoment, firstMoment + year]
    )
    histories[index]?.all(
      `insert into conversations (id, user_id, service, title, model, created_at, updated_at)
        values (?, ?, 'chatgpt', 'Беседа', 'gpt-4o-mini', ?, ?)`,
      [conversationId, id, firstMoment, firstMoment]
    )
  }
}

let kept: Databases | null = null

/**
 * Those of this process.
 * @param prepare makes the tables of a user's object
 */
export function databases(prepare: (person: Person, storage: Sqlite) => void): Databases {
  if (kept) return kept
  kept = {
    directory: made('directory'),
    histories: [made('history'), made('history')],
    objects: [new Sqlite(), new Sqlite()]
  }
  fill(kept)
  for (const [index, person] of people.entries()) prepare(person, kept.objects[index as 0 | 1])
  return kept
}

const all = ({ directory, histories, objects }: Databases) => [directory, ...histories, ...objects]

export function beginRun(used: Databases) {
  for (const sqlite of all(used)) sqlite.script('begin')
}

export function endRun(used: Databases) {
  for (const sqlite of all(used)) sqlite.script('rollback')
}
