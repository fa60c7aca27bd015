// Versions of turns and branches: what the model is sent, what is charged, and what is shown.
import { expect, test } from 'vitest'
import type { Conversation, Message } from '#contract/chats.ts'
import { dataOf } from '../support/worker/person.ts'
import { viewOf } from '../support/worker/reading.ts'
import { countOf, recount } from '../support/worker/storing.ts'
import {
  ask,
  branch,
  contents,
  newChat,
  send,
  sentAbout,
  show,
  shownIn,
  startStream
} from '../support/worker/versions.ts'

const ids = (messages: Message[]) => messages.map((message) => message.id)

test('an answer again is sent the path before its question, is a version of the answer, and is charged as an answer', async () => {
  const { person, id } = await newChat()
  await ask(person, id, 'Кратко: что такое дельта?')
  await ask(person, id, 'Кратко: что такое устье?')
  const before = await shownIn(person, id)
  const [, first, question, old] = before
  await ask(person, id, 'Кратко: что такое устье?', { answersMessageId: question!.id })
  const sent = await sentAbout('что такое устье')
  expect(sent).toEqual(['Кратко: что такое дельта?', first!.content, 'Кратко: что такое устье?'])
  const after = await shownIn(person, id)
  expect(after.slice(0, 3).map((message) => message.id)).toEqual(before.slice(0, 3).map((message) => message.id))
  expect(after).toHaveLength(4)
  expect(after[3]).toMatchObject({ role: 'assistant', parent_id: question!.id, billing: { siteTokens: 5 } })
  expect(after[3]!.versions).toEqual([old!.id, after[3]!.id])
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 85, reservedTokens: 0 })
  expect(await countOf(person)).toBe(await recount(person))
})

test('the indentation of a question reaches the model, also when its answer is asked for again', async () => {
  const { person, id } = await newChat()
  await ask(person, id, ' \n    Кратко: что такое лиман?\n        и плёс?\n')
  const prompt = '    Кратко: что такое лиман?\n        и плёс?'
  const [question] = await shownIn(person, id)
  expect(question!.content).toBe(prompt)
  expect(await sentAbout('что такое лиман')).toEqual([prompt])
  await ask(person, id, prompt, { answersMessageId: question!.id })
  expect(await sentAbout('что такое лиман')).toEqual([prompt])
})

test('an edited question is sent after what was before it alone, and both ways can be shown and continued', async () => {
  const { person, id } = await newChat()
  await ask(person, id, 'Кратко: что такое клён?')
  const [old, oldAnswer] = await shownIn(person, id)
  await ask(person, id, 'Кратко: что такое ясень?', { parentMessageId: null })
  expect(await sentAbout('что такое ясень')).toEqual(['Кратко: что такое ясень?'])
  const edited = await shownIn(person, id)
  expect(edited).toHaveLength(2)
  expect(edited[0]).toMatchObject({ content: 'Кратко: что такое ясень?', versions: [old!.id, edited[0]!.id] })

  expect(await show(person, id, old!.id)).toMatchObject({ status: 200 })
  expect((await shownIn(person, id)).map((message) => message.id)).toEqual([old!.id, oldAnswer!.id])
  await ask(person, id, 'Кратко: а где он растёт?')
  const sent = await sentAbout('где он растёт')
  expect(sent).toEqual(['Кратко: что такое клён?', oldAnswer!.content, 'Кратко: а где он растёт?'])
  await show(person, id, edited[0]!.id)
  expect(contents(await shownIn(person, id))).toEqual(contents(edited))
  await show(person, id, old!.id)
  expect(await shownIn(person, id)).toHaveLength(4)
})

test('a message is shown with the path through it, and one that is shown already changes nothing', async () => {
  const { person, id } = await newChat()
  await ask(person, id, 'Кратко: раз?')
  const [, answer] = await shownIn(person, id)
  await ask(person, id, 'Кратко: старое?')
  const old = await shownIn(person, id)
  await ask(person, id, 'Кратко: новое?', { parentMessageId: answer!.id })
  expect((await shownIn(person, id))[2]).toMatchObject({ content: 'Кратко: новое?' })
  for (const messageId of [...ids(old).toReversed(), old[3]!.id]) {
    await show(person, id, messageId)
    expect(ids(await shownIn(person, id))).toEqual(ids(old))
  }
})

test('an answer that ends after another version was shown belongs to its own path, which the next one continues', async () => {
  const { person, id } = await newChat()
  await ask(person, id, 'Кратко: что такое бук?')
  const [first, answer] = await shownIn(person, id)
  await ask(person, id, 'Кратко: что такое граб?', { parentMessageId: null })
  const [second] = await shownIn(person, id)
  await show(person, id, first!.id)
  const slow = await startStream(person, { prompt: 'Подробно о вязе [сбой:молчание]', conversationId: id })
  await show(person, id, second!.id)
  await ask(person, id, 'Кратко: а выше?')
  await dataOf(await person.send('DELETE', `/ai/text/answers/${slow}`))
  const shown = await shownIn(person, id)
  expect(contents(shown).slice(0, 3)).toEqual([first!.content, answer!.content, 'Подробно о вязе [сбой:молчание]'])
  await ask(person, id, 'Кратко: а ниже?')
  expect(await sentAbout('а ниже')).toEqual([...contents(shown), 'Кратко: а ниже?'])
  expect(contents(await shownIn(person, id)).slice(0, 5)).toEqual([...contents(shown), 'Кратко: а ниже?'])
})

test('a failed turn is replaced: its question is sent once and shown once, and the empty answer is no version', async () => {
  const { person, id } = await newChat()
  const prompt = 'Кратко: что такое сбойник? [сбой:модерация]'
  await send(person, id, prompt)
  const [question] = await shownIn(person, id)
  await send(person, id, prompt, { answersMessageId: question!.id })
  expect(await sentAbout('что такое сбойник')).toEqual([prompt])
  const shown = await shownIn(person, id)
  expect(shown.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(shown[1]!.versions).toEqual([shown[1]!.id])
})

test('while an answer is written again, a page that opens sees where, and the old one afterwards too', async () => {
  const { person, id } = await newChat()
  const prompt = 'Подробно о лимане [сбой:молчание]'
  const first = await startStream(person, { prompt, conversationId: id })
  await dataOf(await person.send('DELETE', `/ai/text/answers/${first}`))
  await ask(person, id, 'Кратко: дальше?')
  const [question] = await shownIn(person, id)
  const key = await startStream(person, { prompt, conversationId: id, answersMessageId: question!.id })
  expect(await shownIn(person, id)).toMatchObject([{ id: question!.id, answering: key }])
  await dataOf(await person.send('DELETE', `/ai/text/answers/${key}`))
  const shown = await shownIn(person, id)
  expect(shown).toMatchObject([
    { id: question!.id, answering: null },
    { operation_id: key, outcome: 'stopped' }
  ])
  await ask(person, id, 'Кратко: ещё?')
  expect(contents(await shownIn(person, id))).not.toContain('Кратко: дальше?')
})

test('two requests at once continue one path, in the order in which they end', async () => {
  const { person, id } = await newChat()
  await ask(person, id, 'Кратко: что такое вершина?')
  const slow = await startStream(person, { prompt: 'Подробно о склоне [сбой:молчание]', conversationId: id })
  await ask(person, id, 'Кратко: что такое гребень?')
  await dataOf(await person.send('DELETE', `/ai/text/answers/${slow}`))
  const shown = await shownIn(person, id)
  expect(shown.map(({ role, content }) => (role === 'user' ? content : role))).toEqual([
    'Кратко: что такое вершина?',
    'assistant',
    'Кратко: что такое гребень?',
    'assistant',
    'Подробно о склоне [сбой:молчание]',
    'assistant'
  ])
})

test('a branch is a conversation with a copy of the path, counted, and neither changes the other', async () => {
  const { person, id } = await newChat()
  await ask(person, id, 'Кратко: что такое пихта?')
  await ask(person, id, 'Кратко: а ель?')
  const shown = await shownIn(person, id)
  const { data } = await branch(person, id, shown[1]!.id)
  const { conversation } = data as { conversation: Conversation }
  expect(conversation).toMatchObject({ title: 'Чат (ветка)', service: 'chatgpt', model: 'gpt-4o-mini' })
  const copied = await shownIn(person, conversation.id)
  expect(contents(copied)).toEqual(contents(shown.slice(0, 2)))
  expect(copied).toMatchObject([
    { operation_id: null, parent_id: null },
    { billing: null, parent_id: copied[0]!.id }
  ])
  await ask(person, conversation.id, 'Кратко: а сосна?')
  expect(await sentAbout('а сосна')).toEqual([...contents(copied), 'Кратко: а сосна?'])
  expect(await shownIn(person, id)).toHaveLength(4)
  expect(await countOf(person)).toBe(await recount(person))
  await dataOf(await person.send('DELETE', `/chat/conversations/${id}`))
  expect(await shownIn(person, conversation.id)).toHaveLength(4)
})

test('earlier pages follow the path of the later one, also when another version is shown by then', async () => {
  const { person, id } = await newChat()
  await ask(person, id, 'Кратко: раз?')
  await ask(person, id, 'Кратко: два?')
  const shown = await shownIn(person, id)
  await ask(person, id, 'Кратко: новое?', { parentMessageId: null })
  const earlier = await shownIn(person, id, `?before=${shown[2]!.id}&limit=1`)
  expect(earlier.map((message) => message.id)).toEqual([shown[1]!.id])
})
