// People whose access token is still valid, but no longer proves anything.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { openDirectory } from '#data/base/database.ts'
import { sessions, users } from '#data/directory/schema.ts'
import { newPerson, type Person } from './person.ts'

const directory = openDirectory(env)

export const lapsed: [name: string, makePerson: () => Promise<Person>][] = [
  [
    'a person who has signed out',
    async () => {
      const person = await newPerson()
      await person.send('POST', '/auth/logout', {})
      return person
    }
  ],
  [
    'a person with an unconfirmed address',
    async () => {
      const person = await newPerson()
      await directory.update(users).set({ verifiedAt: null }).where(eq(users.id, person.userId))
      return person
    }
  ],
  [
    'a person who asked for deletion',
    async () => {
      const person = await newPerson()
      await directory.update(users).set({ deletionRequestedAt: 1 }).where(eq(users.id, person.userId))
      await directory.update(sessions).set({ endedAt: 1 }).where(eq(sessions.userId, person.userId))
      return person
    }
  ],
  [
    'a person who was erased',
    async () => {
      const person = await newPerson()
      await directory.delete(users).where(eq(users.id, person.userId))
      await directory.delete(sessions).where(eq(sessions.userId, person.userId))
      return person
    }
  ],
  [
    'a person whose session belongs to another user',
    async () => {
      const person = await newPerson()
      await directory.update(sessions).set({ userId: 'another' }).where(eq(sessions.userId, person.userId))
      return person
    }
  ]
]
