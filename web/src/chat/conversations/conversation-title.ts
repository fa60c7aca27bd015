const lengthMax = 50

/** The first 50 characters of a request, with three dots where there is more. */
export function titleOf(prompt: string): string {
  const characters = Array.from(prompt)
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax).join('')}...` : prompt
}
