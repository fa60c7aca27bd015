import { useEffect, useRef, useState } from 'react'
import type { FileParameter } from '#contract/parameters.ts'
import { shrunk } from './picture/shrunk.ts'
import { readUpload, type Upload } from './read-upload.ts'
import { RefusedFile } from './refused-file.ts'
import type { Size } from './size.ts'

type OnChange = (dataUrl: string | undefined) => void

/** Takes files one at a time: what is chosen later wins over what is still being read. */
export function useUpload(parameter: FileParameter, onChange: OnChange) {
  const [isReading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [upload, setUpload] = useState<Upload | null>(null)
  const turn = useRef(0)
  // The form may have changed while the file was read.
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])
  useEffect(() => () => void (turn.current += 1), [])

  async function begin(work: () => Promise<Upload>) {
    const own = (turn.current += 1)
    setReading(true)
    setRefusal(null)
    try {
      const made = await work()
      if (turn.current !== own) return
      setUpload(made)
      tell.current(made.dataUrl)
    } catch (error) {
      if (turn.current !== own) return
      setRefusal(error instanceof RefusedFile ? error.message : 'Не удалось прочитать файл')
    }
    setReading(false)
  }

  function clear() {
    turn.current += 1
    setReading(false)
    setRefusal(null)
    setUpload(null)
    tell.current(undefined)
  }

  /** Null when the value did not come from a file that was chosen here. */
  const nameOf = (dataUrl: string) => (upload?.dataUrl === dataUrl ? upload.name : null)

  return {
    isReading,
    refusal,
    nameOf,
    take: (file: File) => void begin(() => readUpload(file, parameter)),
    shrink: (dataUrl: string, size: Size) =>
      void begin(async () => ({ name: nameOf(dataUrl), dataUrl: await shrunk(dataUrl, size, parameter) })),
    clear
  }
}
