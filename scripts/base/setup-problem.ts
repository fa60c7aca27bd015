/** A problem that the user can solve; its message is shown without a stack trace. */
export class SetupProblem extends Error {
  override name = 'SetupProblem'
}

/** What the system has against a file, a folder or a port, in words of the person who gave the command. */
const refusals: Record<string, (place: string) => string> = {
  EACCES: (place) => `This user has no right to ${place}. Give the right, or name another place.`,
  EPERM: (place) => `This user has no right to ${place}. Give the right, or name another place.`,
  EROFS: (place) => `${place} cannot be written: its file system is read-only. Name another place.`,
  ENOSPC: (place) => `The disk is full: ${place} was not written. Make room, and give the command again.`,
  // Node says so as well of a folder that it copies to a full disk.
  EIO: (place) => `${place} was not written: the disk is full, or it fails. Make room, and give the command again.`,
  EDQUOT: (place) => `The disk is full for this user: ${place} was not written. Make room, and give the command again.`,
  ENOENT: (place) => `${place} is not there.`,
  ENOTDIR: (place) => `${place} lies below a file, not a folder. Name another place.`,
  EEXIST: (place) => `${place} is there already. Name another place.`,
  EISDIR: (place) => `${place} is a folder, not a file.`,
  EADDRINUSE: (place) => `${place} is taken by another program. Choose another.`
}

const sqliteFull = 13
const sqliteCannotOpen = 14

/** What is printed of an error: of one that the person can solve no stack. */
export function saidOf(error: unknown): unknown {
  if (error instanceof SetupProblem) return error.message
  if (!(error instanceof Error)) return error
  const { code: given = '', errcode, path, port } = error as NodeJS.ErrnoException & { port?: number; errcode?: number }
  if (errcode === sqliteCannotOpen) return `${error.message}. Is its folder there, and may this user write into it?`
  const code = errcode === sqliteFull ? 'ENOSPC' : given
  const words = Object.hasOwn(refusals, code) ? refusals[code] : undefined
  return words ? words(path ?? (port === undefined ? 'the file' : `port ${port}`)) : error
}
