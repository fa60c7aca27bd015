/** A file that cannot be taken; the message is for the user. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile'
}
