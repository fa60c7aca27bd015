// The works that a model calls for when the product offers it a tool to propose them: as a real model would, only where the prompt
// asks for one.
import { isObject, type JsonObject } from '../../base/json.ts'

type Kind = 'picture' | 'change' | 'film' | 'voice'

/** The verbs that ask for a work, each at the beginning of a clause. */
const ASKS =
  /(?<!\p{L})(нарисуй|изобрази|озвучь|прочитай вслух|сними|анимируй|измени|перекрась|сделай|убери)(?!\p{L})/giu

const isFilm = (clause: string): boolean => /ролик|видео|фильм|клип/i.test(clause)

/** What a clause asks for; null: no work. */
function kindOf(verb: string, clause: string): Kind | null {
  if (/^(нарисуй|изобрази)/i.test(verb)) return 'picture'
  if (/^(озвучь|прочитай)/i.test(verb)) return 'voice'
  if (verb.toLowerCase() === 'анимируй') return 'film'
  if (isFilm(clause)) return 'film'
  if (verb.toLowerCase() === 'перекрась' || /фон|картинк|фото|цвет/i.test(clause)) return 'change'
  return null
}

/** Without what joins a clause to the next one. */
function withoutJoints(clause: string): string {
  const whole = clause.replace(/(?<![\s,;])[\s,;]+$/u, '')
  const shorter = whole.replace(/(?<=[\s,;])(?:а|и|также|потом|затем)$/iu, '')
  return shorter === whole ? whole : withoutJoints(shorter)
}

/** A change is told as it was asked for; of all else the verb is left out. */
function promptOf(kind: Kind, verb: string, clause: string): string {
  const whole = withoutJoints(clause)
  const rest = whole.slice(verb.length).replace(/^[\s:,—-]+/u, '')
  const prompt = kind === 'change' || rest === '' ? whole : rest
  return prompt.charAt(0).toUpperCase() + prompt.slice(1)
}

/** A tool that takes a kind of work, pictures among them, and a prompt. */
export function isProposalTool({ schema }: { schema: JsonObject }): boolean {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const { kind, prompt } = properties
  return isObject(kind) && Array.isArray(kind['enum']) && kind['enum'].includes('picture') && isObject(prompt)
}

/** The arguments of the calls of such a tool that a prompt asks for: one for each work. */
export function proposalsFor(prompt: string): { kind: string; prompt: string }[] {
  const text = prompt.replace(/\[сбой:[^\]]*\]/gi, '')
  const asks = [...text.matchAll(ASKS)]
  return asks.flatMap((ask, index) => {
    const clause = text.slice(ask.index, asks[index + 1]?.index)
    const kind = kindOf(ask[0], clause)
    return kind === null ? [] : [{ kind, prompt: promptOf(kind, ask[0], clause) }]
  })
}
