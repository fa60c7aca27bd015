// A work in a form is sent by its name; only one that is too large for the tool is loaded and made smaller.
import { beforeEach, expect, test, vi } from 'vitest'
import { origin } from '#contract/catalogue/job-file-refs.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { fitFiles } from '#web/src/media/upload/fit/fit-files.ts'
import * as jobFile from '#web/src/media/job/job-file.ts'
import { jpeg, png } from './pictures.ts'
import { beginUploading, played } from './upload-form.tsx'

beforeEach(beginUploading)

const stability = findStudioEntry('stability')!
const editor = findStudioEntry('gpt-image-edit')!
const result = 'work:job-of-anna.0'
const source = 'work:job-of-anna.image'
const upscale = { tool: 'upscale', image: result }

/** What the server keeps under the name. @param facts null for a file that a job was made from */
function keep(facts: jobFile.KnownFile['facts'], size = { width: 3, height: 2 }) {
  vi.spyOn(jobFile, 'findJobFile').mockResolvedValue({ url: '/api/files/x/0', facts })
  const read = vi.spyOn(jobFile, 'readJobFile')
  read.mockResolvedValue(new Blob([new Uint8Array(png(size))], { type: 'image/png' }))
  return read
}

test('a result within the limits is neither loaded nor changed', async () => {
  const read = keep({ sizeBytes: 1000, width: 1024, height: 1024 })
  expect(await fitFiles(stability, upscale)).toEqual(upscale)
  expect(await fitFiles(editor, { prompt: 'x', image: result })).toEqual({ prompt: 'x', image: result })
  expect(read).not.toHaveBeenCalled()
})

test('a result with too many pixels is made smaller, and says what it was', async () => {
  keep({ sizeBytes: 1000, width: 4000, height: 3000 }, { width: 4000, height: 3000 })
  const { image } = await fitFiles(stability, upscale)
  expect(origin(String(image))).toEqual({ job: 'job-of-anna', file: 0 })
  expect(played.decoded[0]?.options).toMatchObject({ resizeWidth: 1182, resizeHeight: 886 })
})

test('a result with too many bytes for the form is made smaller, where the tool has no limit too', async () => {
  const parameters = editor.parameters.map((one) => ('sizeBytesMax' in one ? { ...one, sizeBytesMax: 500 } : one))
  const large = new Blob([new Uint8Array(png()), new Uint8Array(500)], { type: 'image/png' })
  keep({ sizeBytes: large.size, width: 3, height: 2 }).mockResolvedValue(large)
  const { image } = await fitFiles({ ...editor, parameters }, { prompt: 'x', image: result })
  expect(origin(String(image))).toEqual({ job: 'job-of-anna', file: 0 })
  expect(played.decoded).toHaveLength(1)
})

test('a kept source whose bytes fit is sent by its name', async () => {
  keep(null)
  expect(await fitFiles(stability, { ...upscale, image: source })).toMatchObject({ image: source })
})

test('a result of another type than its mask is written as a PNG, and says what it was', async () => {
  const mask = `data:image/png;base64,${btoa(String.fromCharCode(...png()))}`
  const read = keep({ sizeBytes: 1000, width: 3, height: 2 })
  expect(await fitFiles(editor, { prompt: 'x', image: result, mask })).toEqual({ prompt: 'x', image: result, mask })
  read.mockResolvedValue(new Blob([new Uint8Array(jpeg())], { type: 'image/jpeg' }))
  const { image } = await fitFiles(editor, { prompt: 'x', image: result, mask })
  expect(image).toMatch(/^data:image\/png;/)
  expect(origin(String(image))).toEqual({ job: 'job-of-anna', file: 0 })
})

test('a file that cannot be read is left to the server, which says why', async () => {
  keep(null).mockResolvedValue(null)
  expect(await fitFiles(stability, upscale)).toEqual(upscale)
})
