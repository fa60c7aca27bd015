// Pauses in a text that is read aloud: `[пауза 1 с]` where the reader is to be silent.

/** Seconds of the pauses that the form offers. */
export const offeredPauses = [0.5, 1, 2, 3] as const

/** Longer ones are as long as this. */
const secondsMax = 10

const pausePattern = /\[пауза (\d{1,2}(?:[.,]\d)?) ?с\]/gi

/** How a pause is written into the text. */
export const pauseMark = (seconds: number): string => `[пауза ${String(seconds).replace('.', ',')} с]`

/** The text with what `write` makes of the seconds of each pause. */
export const withPauses = (text: string, write: (seconds: number) => string): string =>
  text.replace(pausePattern, (_, seconds: string) => write(Math.min(secondsMax, Number(seconds.replace(',', '.')))))
