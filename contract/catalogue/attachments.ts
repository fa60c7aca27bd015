// What may be attached to a question in a chat, and what it adds to the price. The same numbers for browser and server.

export const attachmentKinds = ['picture', 'document', 'text'] as const
/** `document`: a PDF or a file of an office, whose text is read behind the request. `text`: a file that is text itself. */
export type AttachmentKind = (typeof attachmentKinds)[number]

const megabyte = 1024 * 1024

/** Of all files of a question together. */
export const questionLimits = {
  files: 10,
  /** Of all pictures sent to a model at once: the user's object holds their base64 in memory. */
  pictureBytesMax: 8 * megabyte,
  /** Well below the 272,000 tokens above which long input costs double. */
  inputTokensMax: 200_000
} as const

/** Of one file. */
export const attachmentLimits = {
  nameLengthMax: 200,
  /**
   * Anthropic takes at most 5 MB of base64 for a picture. The browser shrinks what is larger, so its user may choose
   * `chosenPictureBytesMax` of picture-limits.ts.
   */
  bytesMax: { picture: 3.5 * megabyte, document: 20 * megabyte, text: 2 * megabyte },
  /** Every upstream shrinks longer sides anyway. */
  pictureSideMax: 2048,
  /** Characters of its text. */
  textLengthMax: 300_000
} as const

/** The most that a picture counts as at any upstream, in tokens of input: 2,048 × 2,048 pixels at Anthropic. */
export const pictureInputTokens = 4800

/**
 * How many tokens of a model's input one token of ours pays. At the dearest list price of our models, $2 for a million, that is
 * $0.006; the cheapest token that we sell brings 0.80 roubles.
 */
export const inputTokensPerToken = 3000

/** What the files of a question add to the model's price, in tokens. */
export const surchargeOf = (files: readonly { inputTokens: number }[]): number =>
  Math.ceil(files.reduce((sum, { inputTokens }) => sum + inputTokens, 0) / inputTokensPerToken)

/**
 * How many tokens of input a text counts as. Rounded up at every kind of character, because makers do not tell how their models
 * split: 2.5 letters to a token, 1.5 digits and signs, and one for every other character.
 */
export function inputTokensOf(text: string): number {
  const letters = text.match(/[A-Za-zА-Яа-яЁё ]/g)?.length ?? 0
  const signs = text.match(/[!-@[-`{-~\n\t«»—–№…]/g)?.length ?? 0
  const others = text.length - letters - signs
  return Math.ceil(letters / 2.5 + signs / 1.5 + others * 1.5)
}

export type FilesFlaw = 'count' | 'pictures' | 'text'

/** Why these files cannot be sent with one question; null when they can. */
export function filesFlaw(
  files: readonly { kind: AttachmentKind; size: number; inputTokens: number }[]
): FilesFlaw | null {
  const { files: filesMax, pictureBytesMax, inputTokensMax } = questionLimits
  let pictureBytes = 0
  let tokens = 0
  for (const { kind, size, inputTokens } of files) {
    if (kind === 'picture') pictureBytes += size
    tokens += inputTokens
  }
  if (files.length > filesMax) return 'count'
  if (pictureBytes > pictureBytesMax) return 'pictures'
  return tokens > inputTokensMax ? 'text' : null
}
