// The part of a conversation that the model sees. Bounded in characters and in messages, so that neither a long chat
// nor a long message makes a request cost more than its price. The oldest turns are dropped first.

/** Characters of earlier turns sent along with a prompt: roughly 8,000 tokens of Russian. */
export const contextLengthMax = 24_000
/** Messages of earlier turns sent along with a prompt. */
export const contextMessagesMax = 40

export interface Turn {
  role: 'user' | 'assistant'
  text: string
}

/**
 * Without the questions that got no text. A moderated or failed question that is sent along with the next one would make
 * that one fail as well.
 */
const answered = (turns: readonly Turn[]): Turn[] =>
  turns.filter(({ role, text }, index) => {
    const next = turns[index + 1]
    return text !== '' && !(role === 'user' && next?.role === 'assistant' && next.text === '')
  })

/**
 * The newest turns that fit, oldest first, without those that ended without text.
 * @param besideLength characters that are sent beside them
 */
export function newestThatFit(turns: readonly Turn[], besideLength = 0): Turn[] {
  const kept: Turn[] = []
  let length = besideLength
  for (const turn of answered(turns.slice(-contextMessagesMax)).toReversed()) {
    length += turn.text.length
    if (length > contextLengthMax) break
    kept.unshift(turn)
  }
  return kept
}

/**
 * The newest earlier turns that fit, oldest first, followed by the prompt. The first turn is always the user's, and
 * consecutive turns of one side are joined, because providers expect the sides to alternate.
 * @param besideLength characters of the instructions, which make a request no dearer: they leave less room for the turns
 */
export function contextOf(earlier: readonly Turn[], prompt: string, besideLength = 0): Turn[] {
  const kept = newestThatFit(earlier, besideLength)
  while (kept[0]?.role === 'assistant') kept.shift()
  return joinSides([...kept, { role: 'user', text: prompt }])
}

function joinSides(turns: Turn[]): Turn[] {
  const joined: Turn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last?.role === turn.role) last.text += `\n\n${turn.text}`
    else joined.push({ ...turn })
  }
  return joined
}
