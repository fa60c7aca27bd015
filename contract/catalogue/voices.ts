// The provider's stock voices. Its multilingual model speaks Russian with each of them.

interface Voice {
  /** The value of the parameter `voice`, and the name of the sample's file. */
  value: string
  label: string
  /** The provider's id. */
  id: string
}

/** The first five are the oldest voices of the page. */
export const voices: readonly Voice[] = [
  { value: 'sarah', label: 'Сара — мягкий женский', id: 'EXAVITQu4vr4xnSDxMaL' },
  { value: 'george', label: 'Джордж — тёплый мужской', id: 'JBFqnCBsd6RMkjVDRZzb' },
  { value: 'lily', label: 'Лили — бархатный женский', id: 'pFZP5JQG7iQjIQuC4Bku' },
  { value: 'daniel', label: 'Дэниел — дикторский мужской', id: 'onwK4e9ZLuTAKqWW03F9' },
  { value: 'brian', label: 'Брайан — глубокий мужской', id: 'nPczCjzI2devNBz1zQrb' },
  { value: 'alice', label: 'Алиса — чёткий женский', id: 'Xb7hH8MSUJpSbSDYk0k2' },
  { value: 'bella', label: 'Белла — яркий женский', id: 'hpp4J3VqNfWAUOO0d1Us' },
  { value: 'jessica', label: 'Джессика — игривый женский', id: 'cgSgspJ2msm6clMCkdW9' },
  { value: 'laura', label: 'Лора — задорный женский', id: 'FGY2WhTYpPnrIDTdsKH5' },
  { value: 'matilda', label: 'Матильда — деловой женский', id: 'XrExE9yKIg1WjnnlVkGX' },
  { value: 'adam', label: 'Адам — твёрдый мужской', id: 'pNInz6obpgDQGcFmaJgB' },
  { value: 'bill', label: 'Билл — зрелый мужской', id: 'pqHfZKP75CvOlQylNhV4' },
  { value: 'callum', label: 'Каллум — хрипловатый мужской', id: 'N2lVS1w4EtoT3dr4eOWO' },
  { value: 'charlie', label: 'Чарли — энергичный мужской', id: 'IKne3meq5aSn9XLyUdCD' },
  { value: 'chris', label: 'Крис — дружеский мужской', id: 'iP95p4xoKVk53GoZ742B' },
  { value: 'eric', label: 'Эрик — ровный мужской', id: 'cjVigY5qzO86Huf0OWal' },
  { value: 'harry', label: 'Гарри — суровый мужской', id: 'SOYHLrjzK2X1ezoPC6cr' },
  { value: 'liam', label: 'Лиам — бодрый мужской', id: 'TX3LPaxmHKxFdv7VOQHJ' },
  { value: 'roger', label: 'Роджер — непринуждённый мужской', id: 'CwhRBWXzGAHq8TQ4Fs17' },
  { value: 'will', label: 'Уилл — спокойный мужской', id: 'bIHbv24MWmeRgasZH58o' },
  { value: 'river', label: 'Ривер — нейтральный', id: 'SAz9YHcvj6GT2YYXdXww' }
]

/** A fact of every voice, by its value. */
export const ofVoices = <Fact>(factOf: (voice: Voice) => Fact): Readonly<Record<string, Fact>> =>
  Object.fromEntries(voices.map((voice) => [voice.value, factOf(voice)]))
