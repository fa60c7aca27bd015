/** The link with another value of this parameter: its first character always changes, so the value is never the right one. */
export const forgedLink = (link: string, parameter: string): string =>
  link.replace(new RegExp(`(${parameter}=)(.)`), (_, name, first) => `${name}${first === 'A' ? 'B' : 'A'}`)
