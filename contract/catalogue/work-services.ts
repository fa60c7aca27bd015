// Apart from the catalogue, which the library would load whole, and from the paths, which every page loads.
/** The services that make works, under the keys that their jobs have. */
export const workServices = [
  'dalle',
  'gpt-image-edit',
  'midjourney',
  'flux',
  'stable-diffusion',
  'stability',
  'elevenlabs',
  'luma',
  'veo3',
  'runwayml'
] as const
