// The answer with pictures, written as it is read: four pictures in base64 and in one text would fill an isolate's memory.
import { Buffer } from 'node:buffer'
import { fileLink, resultKey } from '#data/files/job-files.ts'
import { promptOf } from '#data/history/job-view.ts'
import type { JobRow } from '#data/history/jobs.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { noteTold } from './repeated-order.ts'

export type PictureForm = 'b64_json' | 'url' | undefined

/** Three bytes are four signs, so what is left of a piece waits for the next. */
async function* base64Of(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = new Uint8Array()
  for await (const piece of bytes) {
    const joined = Buffer.concat([rest, piece])
    const whole = joined.length - (joined.length % 3)
    rest = new Uint8Array(joined.subarray(whole))
    yield joined.subarray(0, whole).toString('base64')
  }
  yield Buffer.from(rest).toString('base64')
}

const extensionOf = (type: string): string => type.replace('image/', '')

/** @throws AppError NOT_FOUND: it was deleted meanwhile */
async function storedBytes(c: AppContext, row: JobRow, index: number): Promise<ReadableStream<Uint8Array>> {
  const object = await c.env.MEDIA.get(resultKey(row.id, index))
  if (!object) throw new AppError('NOT_FOUND')
  return object.body
}

async function* itemOf(c: AppContext, row: JobRow, form: PictureForm): AsyncGenerator<string> {
  for (const { index } of row.files) {
    const told = {
      ...(form !== 'b64_json' && { url: fileLink(c.var.environment, row.id, index, Date.now()) }),
      revised_prompt: promptOf(row)
    }
    const text = JSON.stringify(told)
    if (form === 'url') yield text
    else {
      yield '{"b64_json":"'
      yield* base64Of(await storedBytes(c, row, index))
      yield `",${text.slice(1)}`
    }
    if (index !== row.files.at(-1)?.index) yield ','
  }
}

/** @param operationId as `GET /v1/generation` finds it */
export async function* picturesText(
  c: AppContext,
  operationId: string,
  [first, ...others]: readonly [JobRow, ...JobRow[]],
  form: PictureForm
): AsyncGenerator<string> {
  const rows = [first, ...others]
  const [file] = first.files
  const cost = rows.reduce((sum, { chargedTokens }) => sum + (chargedTokens ?? 0), 0)
  const head = {
    id: `img-${operationId}`,
    created: Math.floor((first.finishedAt ?? first.createdAt) / 1000),
    output_format: extensionOf(file?.type ?? 'image/png'),
    ...(file?.width && file.height && { size: `${file.width}x${file.height}` }),
    usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0, cost }
  }
  yield `${JSON.stringify(head).slice(0, -1)},"data":[`
  for (const row of rows) {
    yield* itemOf(c, row, form)
    if (row !== rows.at(-1)) yield ','
  }
  yield ']}'
  noteTold(c, operationId)
}
