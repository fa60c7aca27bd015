// What happens while a question reads its project: files are taken out, the user stops, nothing is found.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import type { AttachedFile } from '#domain/attachment.ts'
import type { ProjectPart } from '#domain/project.ts'
import type { Parts } from '#durable-objects/user/parts.ts'
import { LateProject } from '#durable-objects/user/late-project.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { answerFor, commandOf, objectOf, requestOf } from '../support/worker/asking.ts'
import { newPerson } from '../support/worker/person.ts'
import { addText, filling, type InProject, newProject, sentWith } from '../support/worker/projects.ts'
import { viewOf } from '../support/worker/reading.ts'

const fileOf = (id: string): AttachedFile => ({
  id,
  name: `${id}.txt`,
  kind: 'text',
  type: 'text/plain',
  size: 1,
  width: null,
  height: null,
  textLength: 20_000,
  inputTokens: 90_000
})

const partOf = (files: AttachedFile[]): ProjectPart => ({
  kind: 'passages',
  tokens: 3,
  files,
  bytes: 49_500,
  lengthMax: 16_000
})

const question = { prompt: 'маяк', earlier: '' }
const text = filling(20_000)

/** Works with the projects of a new user's object. `indexed`: the files that have words there. */
async function inProject<Result>(
  work: (project: { storage: DurableObjectStorage; indexed: () => string[] }) => Promise<Result>
): Promise<Result> {
  const { userId } = await newPerson({ shard: 1 })
  return runInDurableObject(env.USER.getByName(userId), async (_, { storage }) => {
    const { sql } = storage
    const indexed = () => {
      const isThere = sql.exec("select 1 from sqlite_master where name = 'passage_rows'").toArray().length > 0
      if (!isThere) return []
      const rows = sql.exec<{ id: string }>('select distinct file_id as id from passage_rows order by 1')
      return rows.toArray().map(({ id }) => id)
    }
    return work({ storage, indexed })
  })
}

describe('a file that is taken out while a question reads its project', () => {
  test.each(['at once', 'while its text is read'])('is not indexed: %s', async (when) => {
    const left = await inProject(async ({ storage, indexed }) => {
      const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
      const project = new LateProject(storage, ({ id }) => {
        if (id !== 'gone') return Promise.resolve(text)
        asked.resolve()
        return gate.promise
      })
      const reading = project.read(partOf(['gone', 'kept'].map(fileOf)), question)
      if (when !== 'at once') await asked.promise
      await project.forget(['gone'])
      gate.resolve(text)
      const { read } = await reading
      return { indexed: indexed(), read: [...new Set(read.map(({ fileId }) => fileId))] }
    })
    expect(left).toEqual({ indexed: ['kept'], read: ['kept'] })
  })

  test('is not indexed when it has begun, and neither is any file once all is forgotten', async () => {
    const left = await inProject(async ({ storage, indexed }) => {
      const project = new LateProject(storage, () => Promise.resolve(filling(200_000)))
      const readWith = async (forget: () => Promise<void>) => {
        const reading = project.read(partOf([fileOf('one')]), question)
        await vi.waitFor(() => expect(indexed()).toEqual(['one']), { timeout: 5000, interval: 1 })
        await forget()
        return (await reading).read
      }
      const reads = [await readWith(() => project.forget(['one'])), await readWith(() => project.clear())]
      const again = await project.read(partOf([fileOf('one')]), question)
      return { reads, found: again.read.length > 0 }
    })
    expect(left).toEqual({ reads: [[], []], found: true })
  })

  test('takes nothing from a question about other files, also when all words go with its own', async () => {
    const found = await inProject(async ({ storage, indexed }) => {
      const texts: Record<string, string> = { small: text, large: filling(200_000), other: filling(400_000, 9000) }
      const project = new LateProject(storage, ({ id }) => Promise.resolve(texts[id] ?? null))
      await project.read(partOf([fileOf('other')]), question)
      const reading = project.read(partOf(['small', 'large'].map(fileOf)), question)
      await vi.waitFor(() => expect(indexed()).toContain('large'), { timeout: 5000, interval: 1 })
      await project.forget(['other'])
      expect(indexed()).toEqual([])
      const { read } = await reading
      return { indexed: indexed(), isFound: read.length > 0 }
    })
    expect(found).toEqual({ indexed: ['large', 'small'], isFound: true })
  })

  test('that is lost is not named, and the next one is read', async () => {
    const shown = await inProject(async ({ storage }) => {
      let isLost = false
      const project = new LateProject(storage, ({ id }) => Promise.resolve(isLost && id === 'lost' ? null : text))
      const part = partOf(['lost', 'kept'].map(fileOf))
      await project.read(part, question)
      isLost = true
      const { read } = await project.read(part, question)
      return [...new Set(read.map(({ fileId }) => fileId))]
    })
    expect(shown).toEqual(['kept'])
  })
})

const askedIn = ({ person, chat }: InProject, prompt: string) =>
  requestOf({ ...person, conversationId: chat }, prompt, { conversationId: chat })

/** The answer to a question to a model with a small context. */
async function answeredBy(project: InProject, prompt: string, contextTokens: number) {
  const request = askedIn(project, prompt)
  const answered = await userOf(env, project.person.userId).askAndWait({ ...commandOf(request), contextTokens })
  if (answered.state === 'refused') throw new Error(answered.code)
  const { chargedTokens } = answered.end.settlement
  return { read: answered.read, chargedTokens, priceTokens: request.priceTokens }
}

test('a stop ends the reading, and the answer is free', async () => {
  const project = await newProject()
  await addText(project, 'маяк.txt', 'Маяк построен в 1904 году.')
  const { availableTokens } = await viewOf(project.person.userId)
  const request = askedIn(project, 'Кратко: стой')
  await runInDurableObject(objectOf(request), (instance) => {
    const { parts } = instance as unknown as { parts: Parts }
    vi.spyOn(parts.project, 'read').mockReturnValueOnce(new Promise(() => undefined))
  })
  await answerFor(request).ask(request)
  expect(await answerFor(request).stop()).toMatchObject({
    content: '',
    end: { outcome: 'stopped', settlement: { chargedTokens: 0 } }
  })
  expect(await viewOf(project.person.userId)).toMatchObject({ availableTokens, reservedTokens: 0 })
})

test('a question that is sent nothing of the project costs no more than without it', async () => {
  const project = await newProject()
  // With so long a name no passage fits into so small a context.
  await addText(project, `${'д'.repeat(190)}.txt`, filling(60_000))
  const { read, chargedTokens, priceTokens } = await answeredBy(project, 'Кратко: где маяк?', 14_200)
  expect({ read, chargedTokens }).toEqual({ read: null, chargedTokens: priceTokens })
  const found = await answeredBy(project, 'Кратко: где маяк?', 32_000)
  expect(found.chargedTokens).toBe(priceTokens + 3)
  expect(found.read).not.toBeNull()
  expect(await viewOf(project.person.userId)).toMatchObject({ reservedTokens: 0 })
})

test('a model with a small context is sent the turn before the question too', async () => {
  const project = await newProject()
  await addText(project, 'журнал.txt', filling(60_000))
  await answeredBy(project, 'Кратко: меня зовут Прохор, где маяк?', 32_000)
  const prompt = 'Кратко: а как меня зовут и где маяк?'
  expect((await answeredBy(project, prompt, 32_000)).read).not.toBeNull()
  expect((await sentWith(prompt)).turns.join()).toContain('меня зовут Прохор')
})
