/** A prompt as Midjourney parses it: the text to draw and the parameters. */
export interface Imagined {
  text: string
  /** Width divided by height. */
  aspect: number
}

type Problem = { problem: string }

const QUALITIES = ['0.25', '0.5', '1', '2', '4']
const RATIO = /^(\d{1,3}):(\d{1,3})$/

/** Knows only the parameters that the site sends; refuses any other, as Midjourney refuses a misspelt one. */
export function readFlags(prompt: string): Imagined | Problem {
  const [typed = '', ...flags] = prompt.split(/(?:--|—)(?=\S)/)
  const text = typed.trimEnd()
  let aspect = 1
  for (const flag of flags) {
    const [name = '', value = ''] = flag.split(/\s+/)
    const [, width, height] = RATIO.exec(value) ?? []
    if (name === 'ar' && width !== undefined && height !== undefined) aspect = Number(width) / Number(height)
    else if (name === 'ar') return { problem: `Invalid value provided for argument --ar: ${value}` }
    else if (name !== 'q') return { problem: `Unrecognized parameter(s): --${name}` }
    else if (!QUALITIES.includes(value)) return { problem: `Invalid value provided for argument --q: ${value}` }
  }
  if (/[{}]/.test(text)) return { problem: 'Permutations are not played' }
  return { text: text.trim(), aspect }
}
