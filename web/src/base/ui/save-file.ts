/** Saves bytes as a file of the reader's device. */
export function saveFile(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has begun reading by the next turn of its loop, but not always within this one.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
