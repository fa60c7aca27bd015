// Whether something that was pasted with files is meant as text. Programs put more than one form of a thing on the clipboard: a
// table or a page is text and a picture of it, and a file of a file manager brings its name or path as text.

/** What is read of a `DataTransfer`. */
export interface Pasted {
  types: readonly string[]
  files: ArrayLike<{ name: string }>
  getData: (type: string) => string
}

/** Nothing but a picture: what a browser copies of one. */
const isPictureAlone = (html: string): boolean => /<img\b/i.test(html) && html.replaceAll(/<[^<>]*>/g, '').trim() === ''

const isAddress = (text: string): boolean => /^[a-z][\w+.-]*:\S*$/i.test(text)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What stands behind the last slash. macOS writes a name in another form of Unicode than a person. */
const nameIn = (path: string): string =>
  path
    .replace(/[/\\]$/, '')
    .replace(/^.*[/\\]/, '')
    .normalize('NFC')

/** Whether each line is the name, the path or the address of one of the files. */
function namesFiles(text: string, files: Pasted['files']): boolean {
  // A file manager may leave out the extension.
  const names = Array.from(files, ({ name }) => nameIn(name)).flatMap((name) => [name, name.replace(/\.[^.]*$/, '')])
  const lines = text.split(/[\r\n]+/)
  return (
    lines.length <= files.length &&
    lines.every((line) => [line, decoded(line)].some((one) => names.includes(nameIn(one.trim()))))
  )
}

/** @returns false when the files are what was meant, or when there is no text that a field could take */
export function isPastedText(pasted: Pasted): boolean {
  const read = (type: string) => (pasted.types.includes(type) ? pasted.getData(type).trim() : '')
  const [text, html] = [read('text/plain'), read('text/html')]
  if (text === '') return false
  if (pasted.types.includes('text/rtf')) return true
  if (html !== '') return !(isPictureAlone(html) && isAddress(text))
  return !/^file:/m.test(read('text/uri-list')) && !namesFiles(text, pasted.files)
}
