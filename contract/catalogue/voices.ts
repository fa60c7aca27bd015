// The provider's stock voices. Its multilingual model speaks Russian with each of them. Their ids at the provider are in
// `providers/media/elevenlabs-voices.ts`: pages have no use for them.

interface Voice {
  /** The value of the parameter `voice`, and the name of the sample's file. */
  value: string
  label: string
}

/** The first five are the oldest voices of the page. */
export const voices: readonly Voice[] = [
  { value: 'sarah', label: 'Сара — мягкий женский' },
  { value: 'george', label: 'Джордж — тёплый мужской' },
  { value: 'lily', label: 'Лили — бархатный женский' },
  { value: 'daniel', label: 'Дэниел — дикторский мужской' },
  { value: 'brian', label: 'Брайан — глубокий мужской' },
  { value: 'alice', label: 'Алиса — чёткий женский' },
  { value: 'bella', label: 'Белла — яркий женский' },
  { value: 'jessica', label: 'Джессика — игривый женский' },
  { value: 'laura', label: 'Лора — задорный женский' },
  { value: 'matilda', label: 'Матильда — деловой женский' },
  { value: 'adam', label: 'Адам — твёрдый мужской' },
  { value: 'bill', label: 'Билл — зрелый мужской' },
  { value: 'callum', label: 'Каллум — хрипловатый мужской' },
  { value: 'charlie', label: 'Чарли — энергичный мужской' },
  { value: 'chris', label: 'Крис — дружеский мужской' },
  { value: 'eric', label: 'Эрик — ровный мужской' },
  { value: 'harry', label: 'Гарри — суровый мужской' },
  { value: 'liam', label: 'Лиам — бодрый мужской' },
  { value: 'roger', label: 'Роджер — непринуждённый мужской' },
  { value: 'will', label: 'Уилл — спокойный мужской' },
  { value: 'river', label: 'Ривер — нейтральный' }
]
