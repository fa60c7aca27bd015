// Subtitles of a recording, from the times at which its characters are spoken. Pure.

/** When each character is spoken, in seconds from the start; all three lists have the same length. */
export interface SpeechTiming {
  characters: readonly string[]
  startSeconds: readonly number[]
  endSeconds: readonly number[]
}

/** One line of subtitles. Times are seconds. */
export interface Cue {
  start: number
  end: number
  text: string
}

/** As subtitles of films have it: two lines of 42 characters, at most seven seconds. */
const lineLengthMax = 42
const cueLengthMax = 2 * lineLengthMax
const cueSecondsMax = 7

interface Word extends Cue {
  /** The line ends after it: a sentence or a paragraph ends, or a pause follows. */
  isLast: boolean
}

const sentenceEnd = /[.!?…]["'»”)\]]*$/

/** The words with their times. Marks in angle brackets are not spoken, and end a line. */
function wordsOf({ characters, startSeconds, endSeconds }: SpeechTiming): Word[] {
  const words: Word[] = []
  let isOpen = false
  let isMark = false
  for (const [index, character] of characters.entries()) {
    const [start = 0, end = start] = [startSeconds[index], endSeconds[index]]
    const word = words.at(-1)
    if (character === '<') isMark = true
    if (isMark || /\s/.test(character)) {
      if (word && (isMark || character === '\n')) word.isLast = true
      isOpen = false
    } else if (word && isOpen) Object.assign(word, { end, text: word.text + character })
    else {
      words.push({ start, end, text: character, isLast: false })
      isOpen = true
    }
    if (character === '>') isMark = false
  }
  return words.map((word) => ({ ...word, isLast: word.isLast || sentenceEnd.test(word.text) }))
}

/** The words in lines that can be read while they are spoken. */
export function cuesOf(timing: SpeechTiming): Cue[] {
  const cues: Cue[] = []
  let isOpen = false
  for (const { isLast, ...word } of wordsOf(timing)) {
    const cue = isOpen ? cues.at(-1) : undefined
    const fits = cue && cue.text.length + 1 + word.text.length <= cueLengthMax
    if (cue && fits && word.end - cue.start <= cueSecondsMax)
      Object.assign(cue, { end: word.end, text: `${cue.text} ${word.text}` })
    else cues.push(word)
    isOpen = !isLast
  }
  return cues
}

/** The same lines in a recording that is played at another speed and begins later. */
export const movedCues = (cues: readonly Cue[], { tempo, by }: { tempo: number; by: number }): Cue[] =>
  cues.map(({ start, end, text }) => ({ start: start / tempo + by, end: end / tempo + by, text }))

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')

function clock(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000))
  const rest = String(ms % 1000).padStart(3, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)},${rest}`
}

/** In two lines of about the same length, where one is too long. */
function wrapped(text: string): string {
  if (text.length <= lineLengthMax) return text
  const middle = text.length / 2
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const at = spaces.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0]
  return at === undefined ? text : `${text.slice(0, at)}\n${text.slice(at + 1)}`
}

/** A file in the format SubRip. */
export const srtOf = (cues: readonly Cue[]): string =>
  cues
    .map(({ start, end, text }, index) => `${index + 1}\n${clock(start)} --> ${clock(end)}\n${wrapped(text)}\n`)
    .join('\n')
