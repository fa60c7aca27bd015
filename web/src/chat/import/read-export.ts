// Takes the conversations out of the file that ChatGPT mails: a ZIP with pictures and more, or the JSON in it. The file is
// read piece by piece and what is unpacked is counted, so that one that unpacks to far more than it seems is refused.
import { Unzip, UnzipInflate } from 'fflate'
import { chatsInExport, type FoundChats } from './chatgpt-export.ts'

/** The whole text of all conversations. The largest known exports have a tenth. */
const textBytesMax = 300_000_000

/** A file that is not what it should be. The message is for the user. */
export class BadExport extends Error {}

const tooLarge = () => new BadExport('Файл слишком большой: внутри больше 300 МБ текста')
const notAnExport = () => new BadExport('Это не выгрузка ChatGPT: в файле нет бесед')

/** One file, or since 2025 several with numbers. */
const isChats = (path: string): boolean => /(^|\/)conversations(-\d+)?\.json$/.test(path)

/** Collects text from bytes up to a limit that all collectors share. */
function collector(room: { bytes: number }) {
  const decoder = new TextDecoder()
  const texts: string[] = []
  return {
    add(bytes: Uint8Array) {
      room.bytes -= bytes.length
      if (room.bytes < 0) throw tooLarge()
      texts.push(decoder.decode(bytes, { stream: true }))
    },
    text: () => texts.join('') + decoder.decode()
  }
}

/** Each piece is unpacked as a whole, to a thousand times its size at most. */
const pieceBytes = 65_536

async function textsInZip(file: Blob, room: { bytes: number }): Promise<string[]> {
  const found: ReturnType<typeof collector>[] = []
  const failed: Error[] = []
  const unzip = new Unzip((entry) => {
    if (!isChats(entry.name)) return
    const collected = collector(room)
    found.push(collected)
    entry.ondata = (error, bytes) => {
      if (failed.length > 0) return
      try {
        if (error) throw new BadExport('Архив повреждён. Скачайте его ещё раз', { cause: error })
        collected.add(bytes)
      } catch (problem) {
        failed.push(problem instanceof Error ? problem : notAnExport())
        entry.terminate()
      }
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for (let from = 0; from < file.size; from += pieceBytes) {
    const piece = new Uint8Array(await file.slice(from, from + pieceBytes).arrayBuffer())
    unzip.push(piece, from + pieceBytes >= file.size)
    const [failure] = failed
    if (failure) throw failure
  }
  return found.map((collected) => collected.text())
}

async function textOf(file: Blob, room: { bytes: number }): Promise<string> {
  if (file.size > room.bytes) throw tooLarge()
  return file.text()
}

function chatsIn(text: string): FoundChats {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw notAnExport()
  }
  const chats = chatsInExport(data)
  if (!chats) throw notAnExport()
  return chats
}

/** @param bytesMax of all text @throws BadExport */
export async function readExport(file: Blob, bytesMax = textBytesMax): Promise<FoundChats> {
  const room = { bytes: bytesMax }
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isZip = start[0] === 0x50 && start[1] === 0x4b
  const texts = isZip ? await textsInZip(file, room) : [await textOf(file, room)]
  if (texts.length === 0) throw notAnExport()
  const read = texts.map(chatsIn)
  return {
    chats: read.flatMap(({ chats }) => chats).toSorted((one, other) => other.updatedAt - one.updatedAt),
    unreadable: read.reduce((sum, { unreadable }) => sum + unreadable, 0)
  }
}
