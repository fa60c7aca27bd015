/** Has the browser download an address. @param fileName when the server does not name the file */
export function saveUrl(url: string, fileName = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}

/** Downloads bytes as a file. */
export function saveFile(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  saveUrl(url, fileName)
  // Some browsers begin to read the URL only after this task has ended.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
