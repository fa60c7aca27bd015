// In a file of its own: the library would load the whole catalogue, and every page would load this list with the paths.
/** The services that run jobs, under the keys that their jobs have. */
export const jobServices = [
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
