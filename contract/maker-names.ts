/** What the suppliers of the environment are called, by id. */
export const makerNames: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  xai: 'xAI',
  environment: 'Поставщик из настроек',
  midjourney: 'Midjourney',
  bfl: 'Black Forest Labs',
  stability: 'Stability AI',
  elevenlabs: 'ElevenLabs',
  luma: 'Luma',
  google: 'Google',
  runway: 'Runway'
}
