// The ids of the catalogue's voices at ElevenLabs.

const voiceIds: Readonly<Record<string, string>> = {
  sarah: 'EXAVITQu4vr4xnSDxMaL',
  george: 'JBFqnCBsd6RMkjVDRZzb',
  lily: 'pFZP5JQG7iQjIQuC4Bku',
  daniel: 'onwK4e9ZLuTAKqWW03F9',
  brian: 'nPczCjzI2devNBz1zQrb',
  alice: 'Xb7hH8MSUJpSbSDYk0k2',
  bella: 'hpp4J3VqNfWAUOO0d1Us',
  jessica: 'cgSgspJ2msm6clMCkdW9',
  laura: 'FGY2WhTYpPnrIDTdsKH5',
  matilda: 'XrExE9yKIg1WjnnlVkGX',
  adam: 'pNInz6obpgDQGcFmaJgB',
  bill: 'pqHfZKP75CvOlQylNhV4',
  callum: 'N2lVS1w4EtoT3dr4eOWO',
  charlie: 'IKne3meq5aSn9XLyUdCD',
  chris: 'iP95p4xoKVk53GoZ742B',
  eric: 'cjVigY5qzO86Huf0OWal',
  harry: 'SOYHLrjzK2X1ezoPC6cr',
  liam: 'TX3LPaxmHKxFdv7VOQHJ',
  roger: 'CwhRBWXzGAHq8TQ4Fs17',
  will: 'bIHbv24MWmeRgasZH58o',
  river: 'SAz9YHcvj6GT2YYXdXww'
}

/** The provider's id of a voice; a work that was ordered by such an id keeps it. */
export const voiceIdOf = (voice: string): string => (Object.hasOwn(voiceIds, voice) && voiceIds[voice]) || voice
