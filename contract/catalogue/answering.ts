// Which model really answers, in words. The names that users choose from are older than what runs under them, so every place that
// shows one says beside it who answers.
/** The names that the makers give to the upstream models of texts. */
export const textModelNames: Readonly<Record<string, string>> = {
  'gpt-6-luna': 'GPT-6 Luna',
  'gpt-6-sol': 'GPT-6 Sol',
  'gpt-6.1-terra': 'GPT-6.1 Terra',
  'gpt-6.1-sol': 'GPT-6.1 Sol',
  'gpt-5.6-terra': 'GPT-5.6 Terra',
  'gpt-5.6-sol': 'GPT-5.6 Sol',
  'claude-haiku-5-5': 'Claude Haiku 5.5',
  'claude-sonnet-5-5': 'Claude Sonnet 5.5',
  'claude-opus-5-5': 'Claude Opus 5.5',
  'claude-fable-5-2': 'Claude Fable 5.2',
  'grok-4.3': 'Grok 4.3',
  'grok-4.5': 'Grok 4.5'
}

/** Resellers put the maker in front of a name, and what they sell of it behind: `deepseek/deepseek-v3:free`. */
const plain = (name: string): string => {
  const [own = ''] = name.slice(name.lastIndexOf('/') + 1).split(':')
  return own.toLowerCase().replaceAll(/[\s_-]/g, '')
}

/**
 * The name of the upstream model that answers under `name`; null where both are one. A provider may add a date to the id
 * (`-2026-10-22`, `-20261022`); an id without a name stays as it is.
 */
export function answeringModel(name: string, upstream: string): string | null {
  const undated = upstream.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8})$/, '')
  const ran = Object.hasOwn(textModelNames, undated) ? textModelNames[undated] : upstream
  return ran === undefined || plain(ran) === plain(name) ? null : ran
}

interface Named {
  id: string
  name: string
  upstream: { model: string }
}

/** `отвечает GPT-6 Luna`, beside the name of a model; null where it answers itself: by its name, or by its id. */
export function answeringText({ id, name, upstream }: Named): string | null {
  const ran = answeringModel(name, upstream.model)
  return ran === null || answeringModel(id, upstream.model) === null ? null : `отвечает ${ran}`
}
