/** A picture that was made of a prompt, as `npm run gallery` lists it: the pages show exactly those that are listed. */
export interface MadePicture {
  /** In `web/public/gallery`. */
  file: string
  /** Of the file, in pixels: the page keeps this room before the picture is loaded. */
  width: number
  height: number
  /** The maker's service and model. */
  by: string
}

/** Undefined until the picture was made: then the card is its prompt and settings. */
export const pictureIn = (list: readonly MadePicture[], wanted: string): MadePicture | undefined =>
  list.find(({ file }) => file === wanted)
