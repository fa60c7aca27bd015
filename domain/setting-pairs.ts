// Settings of which one alone is a mistake: half a channel looks as if it delivered alarms, and half an application at a provider of
// identities is a button that always fails.
const pairs = [
  ['ALARM_TELEGRAM_BOT_TOKEN', 'ALARM_TELEGRAM_CHAT_ID', 'channel'],
  ['ALARM_WEBHOOK_URL', 'ALARM_WEBHOOK_SECRET', 'channel'],
  ['YANDEX_ID_CLIENT', 'YANDEX_ID_SECRET', 'application'],
  ['VK_ID_CLIENT', 'VK_ID_SECRET', 'application']
] as const

type Paired = (typeof pairs)[number][0 | 1]

/** One line for each setting that is missing although its other half is given; empty ones are missing. */
export const halvesMissing = (settings: Readonly<Partial<Record<Paired, string | undefined>>>): string[] =>
  pairs.flatMap(([one, other, whole]) => {
    const [hasOne, hasOther] = [Boolean(settings[one]), Boolean(settings[other])]
    if (hasOne === hasOther) return []
    return [`${hasOne ? other : one} is required, because the other half of its ${whole} is set`]
  })
