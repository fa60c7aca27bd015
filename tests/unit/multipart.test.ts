import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundaryOf, formPartsOf } from '#formats/multipart.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const part = (head: string, content = '') => `--b\r\n${head}\r\n\r\n${content}\r\n`
const field = (name: string, content: string) => part(`Content-Disposition: form-data; name="${name}"`, content)

function read(body: string, partsMax = 10) {
  const parts = formPartsOf(bytesOf(body), 'b', partsMax)
  if (typeof parts === 'string') return parts
  return parts.map(({ name, filename, bytes }) => [name, filename, new TextDecoder().decode(bytes)])
}

describe('a form', () => {
  test('has fields and files in their order, whatever is before it and between its lines', () => {
    const file = part(
      'content-type: audio/mpeg\r\nCONTENT-DISPOSITION: form-data; filename="a.mp3"; name=file',
      '1\r\n2'
    )
    const whole = [
      ['model', null, 'whisper-1'],
      ['file', 'a.mp3', '1\r\n2'],
      ['prompt', null, '']
    ]
    const body = `${field('model', 'whisper-1')}${file}${field('prompt', '')}--b--\r\n`
    expect(read(body)).toEqual(whole)
    expect(read(`Preamble\r\n${body}epilogue`)).toEqual(whole)
  })

  test('reads what the runtime writes, whatever is in it', async () => {
    // The library's own unit «binary» lists all million signs first, which takes longer than the forms.
    const sign = fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code))
    const text = fc.string({ unit: sign }).map((one) => one.replaceAll(/\r\n?|\n/g, '\r\n').toWellFormed())
    // What stands for a line break or a quote in a form's head is not told from the same signs in a name.
    const name = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((one) => !/\\|%(0a|0d|22)/i.test(one) && one.trim() === one)
    const one = fc.tuple(name, fc.oneof(text, fc.uint8Array({ maxLength: 200 })))
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 8 }), async (sent) => {
        const form = new FormData()
        for (const [key, value] of sent)
          form.append(key, typeof value === 'string' ? value : new File([new Uint8Array(value)], 'файл "1".bin'))
        const request = new Response(form)
        const boundary = boundaryOf(request.headers.get('content-type') ?? '') ?? ''
        const parts = formPartsOf(new Uint8Array(await request.arrayBuffer()), boundary, 100)
        expect(parts).toEqual(
          sent.map(([key, value]) => ({
            name: key,
            filename: typeof value === 'string' ? null : 'файл "1".bin',
            bytes: typeof value === 'string' ? bytesOf(value) : new Uint8Array(value)
          }))
        )
      }),
      { numRuns: 100 }
    )
  })

  test.each([
    ['nothing', ''],
    ['no boundary', 'model=whisper-1'],
    ['no end', field('model', 'x')],
    ['an end within a part', '--b\r\nContent-Disposition: form-data; name="a"'],
    ['a part without a head', '--b\r\n--b--'],
    ['a part with an empty head', '--b\r\n\r\nx\r\n--b--'],
    ['a part without a name', `${part('Content-Disposition: form-data')}--b--`],
    ['a part with an empty name', `${field('', 'x')}--b--`],
    ['a name that is too long', `${field('x'.repeat(101), 'x')}--b--`],
    ['a head that is too long', `${part(`X: ${'x'.repeat(9000)}\r\nContent-Disposition: form-data; name="a"`)}--b--`],
    ['an attachment instead of a field', `${part('Content-Disposition: attachment; name="a"')}--b--`],
    ['another boundary that begins alike', '--bb\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--bb--']
  ])('with %s is broken', (_, body) => {
    expect(read(body)).toBe('broken')
  })

  test('with too many parts is not read on', () => {
    expect(read(`${field('a', '').repeat(11)}--b--`)).toBe('too-many')
    expect(read(`${field('a', '').repeat(10)}--b--`)).toHaveLength(10)
    expect(read(field('a', '').repeat(200_000))).toBe('too-many')
  })

  test.each(['\r', '\r\n', '\r\n-', '\r\n--', '\r\n--b'.slice(0, 4)])('of nothing but %j costs little', (unit) => {
    const body = field('a', unit.repeat(4_000_000 / unit.length))
    const startedAt = performance.now()
    expect(read(body)).toBe('broken')
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})

test.each([
  ['multipart/form-data; boundary=----x', '----x'],
  ['Multipart/Form-Data; charset=utf-8; BOUNDARY="a b"', 'a b'],
  ['multipart/form-data', null],
  ['multipart/form-data; boundary=', null],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, null],
  ['multipart/form-data; boundary="\r\n"', null],
  ['multipart/mixed; boundary=x', null],
  ['application/json', null]
])('the boundary of %j', (header, boundary) => {
  expect(boundaryOf(header)).toBe(boundary)
})
