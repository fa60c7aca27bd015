// `POST /v1/audio/speech`: the bytes of a recording.
import type { Hono } from 'hono'
import { type Speech, speech } from '#contract/v1/works.ts'
import { resultKey } from '#data/files/job-files.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { expectFound } from '../../http/errors.ts'
import { withBody } from '../base/body.ts'
import { sentKeyOf } from '../base/caller.ts'
import { admitOrder, orderWorks } from './order-works.ts'
import { noteTold } from './repeated-order.ts'
import { workModelOf } from './work-model.ts'

/** Voices of OpenAI's API by those of ours that are most like them; our own names are taken as they are. */
const voices: Readonly<Record<string, string>> = {
  alloy: 'sarah',
  ash: 'brian',
  ballad: 'george',
  cedar: 'brian',
  coral: 'laura',
  echo: 'adam',
  fable: 'george',
  marin: 'alice',
  nova: 'jessica',
  onyx: 'daniel',
  sage: 'matilda',
  shimmer: 'lily',
  verse: 'bill'
}

function voiceOf(asked: Speech['voice']): string {
  const name = (typeof asked === 'string' ? asked : asked?.id) ?? 'alloy'
  return (Object.hasOwn(voices, name) ? voices[name] : undefined) ?? name
}

/** What the tool calls otherwise. */
const names: Readonly<Record<string, string>> = { prompt: 'input', format: 'response_format' }

/** The file as it goes out. Told is what was read to its end: a client that loses it and asks again gets this work, and pays for none. */
function told(c: AppContext, { body, size }: R2ObjectBody, operationId: string): ReadableStream {
  const { readable, writable } = new FixedLengthStream(size)
  const sent = body.pipeTo(writable).then(
    () => noteTold(c, operationId),
    () => undefined
  )
  c.executionCtx.waitUntil(sent)
  return readable
}

export function mountSpeech(app: Hono<HonoEnv>) {
  app.post('/v1/audio/speech', async (c) => {
    const key = await sentKeyOf(c)
    return withBody(c, speech, async (asked) => {
      const model = workModelOf('speech', asked.model, ({ scope }) => scope === 'audio')
      await admitOrder(c, key, model)
      const { stability, style } = asked
      const sent = {
        prompt: asked.input,
        voice: voiceOf(asked.voice),
        ...(asked.speed != null && { speed: asked.speed }),
        ...(asked.response_format && { format: asked.response_format }),
        ...(stability !== undefined && { stability }),
        ...(style !== undefined && { style })
      }
      const { operationId, delivered } = await orderWorks(c, model, sent, names)
      const [row] = await delivered
      const [file] = row.files
      const object = expectFound(file && (await c.env.MEDIA.get(resultKey(row.id, file.index))))
      c.header('x-generation-id', `speech-${operationId}`)
      return c.body(told(c, object, operationId), 200, {
        'content-type': file?.type ?? 'application/octet-stream',
        'content-length': String(object.size),
        'cache-control': 'private, no-store, no-transform'
      })
    })
  })
}
