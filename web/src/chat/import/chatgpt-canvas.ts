// The documents that ChatGPT writes beside a conversation, into its canvas. An export has no text of them but the calls that made
// and changed them: each document is shown where it was made, where it was written anew, and where it was changed last.
import { z } from 'zod'
import { fenced } from './fenced.ts'

interface Document {
  name: string
  type: string
  text: string
  /** The step that changed a part of it, when the whole was not shown since. */
  changedAt: number | null
}

/** A call of the canvas. */
export interface CanvasCall {
  /** Its place on the way. */
  step: number
  action: string
  /** Its JSON. */
  input: string
  /** The id of the document, as the answer to the call has it. */
  id: string | null
}

const created = z.object({ name: z.string().catch(''), type: z.string().catch('document'), content: z.string() })
const update = z.object({ pattern: z.string(), multiple: z.boolean().catch(false), replacement: z.string() })
const updated = z.object({ updates: z.array(update) })
const commented = z.object({ comments: z.array(z.object({ pattern: z.string().catch(''), comment: z.string() })) })

/** A call that the user stopped ends inside of its text. */
function parse(input: string): unknown {
  for (const ending of ['', '"}', '"}]}']) {
    try {
      return JSON.parse(input + ending)
    } catch {
      // The next one may complete it.
    }
  }
  return null
}

const inOneLine = (text: string): string => text.slice(0, 200).replaceAll(/\s+/g, ' ').trim()
const told = ({ name }: Document): string => `Документ «${name}» изменён.`

const drawn = ({ name, type, text }: Document): string =>
  type.startsWith('code/') ? `**${name}**\n\n${fenced(text, type.slice('code/'.length))}` : `## ${name}\n\n${text}`

/** A pattern that means the whole text. */
const wholePattern = /^(?:\(\?[a-z]{1,4}\))?\^?(?:\.|\[\\s\\S\])[*+]\$?$/

/** The text that a pattern without any freedom finds; null: it has some. */
function literalOf(pattern: string): string | null {
  const text = pattern.replaceAll(/\\([^])/g, (sequence, sign: string) =>
    sign === 'n' ? '\n' : sign === 't' ? '\t' : /\w/.test(sign) ? sequence : sign
  )
  return /\\\w/.test(text) ? null : text
}

type Update = z.infer<typeof update>

/**
 * Null: the place is not found, or there are so many that the text would be longer than that. Patterns are never run: one can be
 * made that runs for years.
 */
function changed(text: string, { pattern, multiple, replacement }: Update, lengthMax: number): string | null {
  const bare = pattern.replace(/^\^/, '').replace(/\$$/, '')
  const found = [pattern, literalOf(pattern), literalOf(bare)].find((sought) => sought && text.includes(sought))
  if (!found) return null
  if (!multiple) return text.replace(found, () => replacement)
  const parts = text.split(found)
  return text.length + parts.length * replacement.length > lengthMax ? null : parts.join(replacement)
}

/** Each character of the calls may lead to so many that are looked through. */
const workPerCharacter = 100

class Canvas {
  readonly texts = new Map<number, string>()
  readonly #documents: Document[] = []
  readonly #byId = new Map<string, Document>()
  #last: Document | undefined
  #room: number

  constructor(length: number) {
    this.#room = length * workPerCharacter
  }

  take({ step, action, input, id }: CanvasCall) {
    const data = parse(input)
    const made = created.safeParse(data)
    if (action === 'create_textdoc') {
      if (made.success) this.#create(step, id, made.data)
      return
    }
    const document = (id === null ? undefined : this.#byId.get(id)) ?? this.#last
    const changes = updated.safeParse(data)
    const notes = commented.safeParse(data)
    if (action === 'update_textdoc' && changes.success) this.#update(step, document, changes.data.updates)
    if (action === 'comment_textdoc' && notes.success)
      this.texts.set(
        step,
        notes.data.comments
          .map(({ pattern, comment }) => `- ${inOneLine(pattern) && `«${inOneLine(pattern)}»: `}${comment}`)
          .join('\n')
      )
  }

  #create(step: number, id: string | null, { name, type, content: text }: z.infer<typeof created>) {
    const document: Document = { name: inOneLine(name) || 'Документ', type, text, changedAt: null }
    if (id !== null) this.#byId.set(id, document)
    this.#documents.push(document)
    this.#last = document
    this.texts.set(step, drawn(document))
  }

  #update(step: number, document: Document | undefined, updates: readonly Update[]) {
    const lost = updates
      .filter((one) => !document || !this.#change(document, one))
      .map(({ replacement }) => replacement)
    const parts = lost.map((replacement) => fenced(replacement, ''))
    if (document) {
      this.#last = document
      const isWhole = updates.some(({ pattern }) => wholePattern.test(pattern))
      parts.unshift(isWhole ? drawn(document) : told(document))
      if (isWhole || lost.length < updates.length) document.changedAt = isWhole ? null : step
    }
    this.texts.set(step, parts.join('\n\n'))
  }

  #change(document: Document, one: Update): boolean {
    if (wholePattern.test(one.pattern)) {
      document.text = one.replacement
      return true
    }
    this.#room -= document.text.length + one.replacement.length
    const text = this.#room < 0 ? null : changed(document.text, one, this.#room)
    if (text === null) return false
    document.text = text
    return true
  }

  /** Shows each document that was changed in parts as it was at last. */
  finish() {
    for (const document of this.#documents) {
      const { changedAt } = document
      if (changedAt === null) continue
      const text = this.texts.get(changedAt) ?? ''
      this.texts.set(changedAt, drawn(document) + text.slice(told(document).length))
    }
  }
}

/** What each step on the way shows of the canvas. */
export function canvasTexts(calls: readonly CanvasCall[]): ReadonlyMap<number, string> {
  const canvas = new Canvas(calls.reduce((sum, { input }) => sum + input.length, 0))
  for (const call of calls) canvas.take(call)
  canvas.finish()
  return canvas.texts
}
