import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSandbox } from '#sandbox/app.ts'
import { createJumpingClock, createTimelessSandbox } from '#tests/support/node/sandbox-exchange.ts'
import { neverAborted } from '#tests/support/node/media-upstream.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'

const base = 'http://sandbox.test/midjourney/mj'
const headers = { 'mj-api-secret': 'local-key' }
const fixture = (name: string): unknown => JSON.parse(readFixture(`midjourney-${name}.json`))

/** A sandbox whose tasks end when they are read, and whose pictures are small. */
function quick() {
  const clock = createJumpingClock()
  const sandbox = createSandbox({ clock, sizes: { variantSide: 128 } })
  const submit = async (path: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return Object(await (await sandbox.fetch(new Request(`${base}/submit/${path}`, init))).json())
  }
  const ended = async (id: string) => {
    await clock.wait(30_000, neverAborted)
    return Object(await (await sandbox.fetch(new Request(`${base}/task/${id}/fetch`, { headers }))).json())
  }
  const made = async (path: string, body: object) => ended((await submit(path, body)).result)
  const picture = async ({ imageUrl }: { imageUrl: string }) => (await sandbox.fetch(new Request(imageUrl))).bytes()
  return { submit, ended, made, picture }
}

/** The upper part of a picture, which has no caption, as a few pixels. */
async function sceneryOf(bytes: Uint8Array, area?: { left: number; top: number; width: number; height: number }) {
  const { width, height } = await sharp(bytes).metadata()
  const { left, top, ...size } = area ?? { left: 0, top: 0, width, height }
  const upper = { left, top, width: size.width, height: Math.round(size.height * 0.6) }
  return sharp(bytes).extract(upper).resize(8, 8, { fit: 'fill' }).removeAlpha().raw().toBuffer()
}

const distance = (one: Buffer, other: Buffer) =>
  one.reduce((sum, byte, index) => sum + Math.abs(byte - (other[index] ?? 0)), 0) / one.length

/** A button of the task whose custom id has this part. */
const buttonOf = (task: { buttons: { customId: string }[] }, part: string) =>
  task.buttons.find(({ customId }) => customId.includes(part))?.customId

test('a variant that is enlarged is one picture of twice the size with the scenery of its tile', async () => {
  const { made, picture } = quick()
  const sheet = await made('imagine', { prompt: 'маяк --ar 16:9' })
  const whole = await picture(sheet)
  const { width, height } = await sharp(whole).metadata()
  const upscaled = await made('change', { taskId: sheet.id, action: 'UPSCALE', index: 2, state: 'user-tag' })
  expect(fieldsOf(upscaled)).toEqual(fieldsOf(fixture('task-upscaled')))
  expect(upscaled).toMatchObject({ action: 'UPSCALE', state: 'user-tag' })
  const single = await picture(upscaled)
  expect(await sharp(single).metadata()).toMatchObject({ format: 'png', width, height })
  const scenery = await sceneryOf(single)
  const tile = { width: width / 2, height: height / 2 }
  const distances = await Promise.all(
    [0, 1, 2, 3].map(async (index) => {
      const area = { left: (index % 2) * tile.width, top: Math.floor(index / 2) * tile.height, ...tile }
      return distance(scenery, await sceneryOf(whole, area))
    })
  )
  expect(distances.indexOf(Math.min(...distances))).toBe(1)
  expect(Math.min(...distances)).toBeLessThan(6)
})

const shared = quick()
let sheet: { id: string; imageUrl: string; buttons: { customId: string }[] }
let enlarged: typeof sheet
beforeAll(async () => {
  sheet = await shared.made('imagine', { prompt: 'маяк' })
  enlarged = await shared.made('change', { taskId: sheet.id, action: 'UPSCALE', index: 1 })
})

test('variations of a variant are another sheet', async () => {
  const { made, picture } = shared
  const variations = await made('change', { taskId: sheet.id, action: 'VARIATION', index: 3 })
  expect(fieldsOf(variations)).toEqual(fieldsOf(fixture('task-success')))
  const [first, second] = [await picture(sheet), await picture(variations)]
  const { width, height } = await sharp(first).metadata()
  expect(await sharp(second).metadata()).toMatchObject({ width, height })
  expect(distance(await sceneryOf(first), await sceneryOf(second))).toBeGreaterThan(1)
})

test.each([
  ['low_variation', 'VARIATION', 1],
  ['high_variation', 'VARIATION', 1],
  ['Outpaint::50', 'ZOOM', 1],
  ['Outpaint::75', 'ZOOM', 1],
  ['pan_left', 'PAN', 1.5],
  ['pan_down', 'PAN', 1 / 1.5]
])('the button %s of an enlarged picture makes a sheet of its own', async (part, action, aspect) => {
  const changed = await shared.made('action', { taskId: enlarged.id, customId: buttonOf(enlarged, part) })
  expect(changed).toMatchObject({ status: 'SUCCESS', action })
  const { width, height } = await sharp(await shared.picture(changed)).metadata()
  expect(width / height).toBeCloseTo(aspect, 1)
})

describe('is refused', () => {
  test('a change of a task that is not known', async () => {
    const { submit } = quick()
    const answer = await submit('change', { taskId: '1', action: 'UPSCALE', index: 1 })
    expect(answer).toEqual(fixture('submit-expired'))
  })

  test('a change of a task that runs', async () => {
    const { submit } = quick()
    const { result: taskId } = await submit('imagine', { prompt: 'маяк' })
    expect(await submit('change', { taskId, action: 'UPSCALE', index: 1 })).toMatchObject({ code: 4 })
  })

  test.each([
    ['an unknown action', { action: 'ZOOM', index: 1 }],
    ['a fifth variant', { action: 'UPSCALE', index: 5 }],
    ['an unknown field', { action: 'UPSCALE', index: 1, quality: 2 }]
  ])('%s', async (_, body) => {
    expect(await shared.submit('change', { taskId: sheet.id, ...body })).toMatchObject({ code: 4, result: null })
  })

  test('enlarging what is enlarged, and a button of another picture', async () => {
    const { submit } = shared
    expect(await submit('change', { taskId: enlarged.id, action: 'UPSCALE', index: 1 })).toMatchObject({ code: 4 })
    const customId = buttonOf(enlarged, 'pan_left')
    expect(await submit('action', { taskId: sheet.id, customId })).toMatchObject({ code: 4 })
  })

  test('a wrong key', async () => {
    const init = { method: 'POST', headers: { 'mj-api-secret': 'invalid' }, body: '{}' }
    const response = await createTimelessSandbox().fetch(new Request(`${base}/submit/change`, init))
    expect(response.status).toBe(401)
  })
})

test('enlarging the same variant again answers with the task that exists', async () => {
  const { submit } = shared
  const { id: taskId } = sheet
  const first = await submit('change', { taskId, action: 'UPSCALE', index: 4 })
  const second = await submit('change', { taskId, action: 'UPSCALE', index: 4 })
  expect(second).toMatchObject({ code: 21, result: first.result })
  expect(await submit('change', { taskId, action: 'UPSCALE', index: 3 })).toMatchObject({ code: 1 })
})
