/** A file that cannot be used; the message is for the user. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile'
}

/** In pixels. */
export interface Size {
  width: number
  height: number
}

/** The whole file as a base64 data URL. Throws when the file cannot be read. */
export const readDataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })

/** The file of a base64 data URL. `fetch` cannot be used: the Content-Security-Policy limits it to this origin. */
export function blobOf(dataUrl: string): Blob {
  const comma = dataUrl.indexOf(',')
  const text = atob(dataUrl.slice(comma + 1))
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return new Blob([bytes], { type: dataUrl.slice('data:'.length, dataUrl.indexOf(';')) })
}
