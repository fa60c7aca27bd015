// How many tokens a request has, without a tokenizer: at most, because a token of every maker stands for at least one byte of text, and
// probably. Pure.

/** What formats of makers add to a turn, a function or a schema: role, separators, names of fields. Four to ten are usual. */
const tokensPerTurn = 20
/** The instruction that makers add themselves, once, when functions are given: up to 350 are known. */
const tokensForTools = 500
/** The largest picture that makers count: 1,600 to 2,900 are usual, high detail of OpenAI ends near 6,000. */
const tokensPerPicture = 6_000

export interface BoundedInput {
  /** All that is sent as text: turns, arguments and results of tools, descriptions and schemas as JSON. */
  texts: readonly string[]
  /** Turns, tools and schemas: each has a frame of its own. */
  parts: number
  pictures: number
  hasTools: boolean
}

/** In tokens of the model. */
export const inputTokensBound = ({ texts, parts, pictures, hasTools }: BoundedInput): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) +
  (parts + 1) * tokensPerTurn +
  pictures * tokensPerPicture +
  (hasTools ? tokensForTools : 0)

/**
 * 3.5 characters of English or code to a token, 2.5 of Russian and of other alphabets, one of Chinese, Japanese or a picture sign: rather
 * more tokens than newer tokenizers make, because a program that shortens its history early loses less than one that is refused. As
 * seventieths of a token, to stay exact.
 */
const usual = { perTurn: 8, forTools: 350, perPicture: 1600, of: 70, ascii: 20, alphabet: 28, sign: 70 }

/** In tokens of the model, about. Never what is held or charged: programs plan with it. */
export function inputTokensEstimate({ texts, parts, pictures, hasTools }: BoundedInput): number {
  const weight = texts.reduce((sum, text) => sum + weightOf(text), 0)
  return (
    Math.ceil(weight / usual.of) + parts * usual.perTurn + pictures * usual.perPicture + (hasTools ? usual.forTools : 0)
  )
}

function weightOf(text: string): number {
  let weight = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    weight += unit < 0x80 ? usual.ascii : unit < 0x800 ? usual.alphabet : usual.sign
  }
  return weight
}
