// A long text that is pasted into the composer goes along as a file: a field of that length can be neither read nor changed.
import { notify } from '../../base/ui/notify.ts'
import type { DraftBox } from '../draft/draft-box.ts'
import { uploadsOf } from './attaching.tsx'
import { removeFile } from './draft-files.ts'
import { fitsBeside } from './long-text.ts'

const namesIn = (box: DraftBox): string[] => [...box.draft().files, ...uploadsOf(box.key)].map(({ name }) => name)

function freeName(taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'Вставленный текст.txt' : `Вставленный текст ${number}.txt`
    if (!taken.includes(name)) return name
  }
}

/**
 * Attaches a pasted text, says so, and offers to put it into the field where it fits.
 * @param add attaches files to the draft
 */
export function attachText(box: DraftBox, text: string, add: (files: readonly File[]) => void): void {
  const name = freeName(namesIn(box))
  add([new File([text], name, { type: 'text/plain' })])
  const intoField = () => {
    uploadsOf(box.key)
      .find((upload) => upload.name === name)
      ?.cancel()
    const file = box.draft().files.find((one) => one.name === name)
    if (file) removeFile(box, file)
    box.type(box.draft().prompt + text)
  }
  const fits = fitsBeside(text, box.draft().prompt.length)
  notify.info('Длинный текст приложен файлом', fits ? { label: 'Вставить в поле', onClick: intoField } : undefined)
}
