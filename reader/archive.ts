// The files in a ZIP archive. Each is unpacked in pieces, only as far as its reader asks, whatever length the archive states.
import { type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'
import { markedEncoding } from '#formats/text-encoding.ts'
import type { Work } from '#formats/work.ts'
import { TooMuchWork } from './endings.ts'

/** Documents have some hundreds: pages, pictures, fonts. */
const filesMax = 10_000
/** The work that one entry of the archive's directory counts as. */
const bytesOfEntry = 1024
/** The work that opening one file counts as. */
const bytesOfFile = 16 * 1024
/** How many bytes are read before other events get the thread. */
const pieceBytes = 64 * 1024

/**
 * Names of parts are the same whatever their case (ECMA-376, part 2, 6.2.2.3), and some programs write the separators of Windows.
 */
const plainName = (name: string): string => name.replaceAll('\\', '/').toLowerCase()

export class Archive {
  readonly #files: ReadonlyMap<string, FileEntry>
  readonly #work: Work

  private constructor(files: ReadonlyMap<string, FileEntry>, work: Work) {
    this.#files = files
    this.#work = work
  }

  /** @throws Error when it is not an archive; TooMuchWork */
  static async open(bytes: Uint8Array, work: Work): Promise<Archive> {
    const files = new Map<string, FileEntry>()
    for await (const entry of new ZipReader(new Uint8ArrayReader(bytes)).getEntriesGenerator()) {
      if (files.size >= filesMax) throw new TooMuchWork()
      if (work.spend(bytesOfEntry)) await work.rest()
      if (!entry.directory && !entry.encrypted) files.set(plainName(entry.filename), entry)
    }
    return new Archive(files, work)
  }

  has(name: string): boolean {
    return this.#files.has(plainName(name))
  }

  /**
   * Reads a file as UTF-8, or UTF-16 with a mark, and hands its text on, piece by piece.
   * @throws Error when it is not there or broken; TooMuchWork; what `take` throws
   */
  async read(name: string, take: (text: string) => void): Promise<void> {
    const file = this.#files.get(plainName(name))
    if (!file) throw new Error('The archive has no such file')
    if (this.#work.spend(bytesOfFile)) await this.#work.rest()
    const open: { decoder?: TextDecoder } = {}
    const takeAll = async (unpacked: Uint8Array) => {
      for (let at = 0; at < unpacked.length; at += pieceBytes) {
        const piece = unpacked.subarray(at, at + pieceBytes)
        if (this.#work.spend(piece.length)) await this.#work.rest()
        open.decoder ??= new TextDecoder(markedEncoding(piece) ?? 'utf-8')
        take(open.decoder.decode(piece, { stream: true }))
      }
    }
    // The library may report the closed stream instead of the cause.
    let reason: unknown
    const write = (unpacked: Uint8Array) =>
      takeAll(unpacked).catch((error: unknown) => Promise.reject((reason = error)))
    await file
      .getData(new WritableStream({ write }), { useWebWorkers: false, checkSignature: false })
      .catch((error: unknown) => Promise.reject(reason ?? error))
    if (open.decoder) take(open.decoder.decode())
  }
}
