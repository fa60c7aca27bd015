// How resellers differ that all speak `/chat/completions`: a reseller has the habits that its name says, and those of OpenAI otherwise.

export interface Flavour {
  /** What keeps a silent connection open, and comes before the first piece; null: nothing. */
  comment: string | null
  /** The fields of a delta that carry thinking; empty: it is not shown. */
  thinking: readonly ('reasoning' | 'reasoning_content')[]
  /** Whether a delta of text says that it has no thinking. */
  marksNoThinking: boolean
  /** Where the tokens are told. `asked`: in a chunk of its own, when the request asks for it. */
  usage: 'asked' | 'own-chunk' | 'with-finish' | 'cumulative' | 'never'
  /** What `content` is in a delta without text. */
  noText: null | ''
  lineEnd: '\n' | '\r\n'
  field: 'data: ' | 'data:'
  endsWithDone: boolean
  /** How calls of tools come: in parts, several at once, whole, whole and not numbered, or in parts without their ids. */
  calls: 'parts' | 'interleaved' | 'whole' | 'without-index' | 'without-id'
  errors: 'openai' | 'openrouter' | 'deepseek' | 'gemini' | 'vllm' | 'ollama'
  /** Whether fields that it does not know are refused. */
  isStrict: boolean
  /** Whether it answers without a key. */
  isOpen: boolean
}

const plain: Flavour = {
  comment: null,
  thinking: [],
  marksNoThinking: false,
  usage: 'asked',
  noText: '',
  lineEnd: '\n',
  field: 'data: ',
  endsWithDone: true,
  calls: 'parts',
  errors: 'openai',
  isStrict: true,
  isOpen: false
}

const loose = { ...plain, isStrict: false }

const FLAVOURS: Readonly<Record<string, Flavour>> = {
  openrouter: {
    ...loose,
    comment: ': OPENROUTER PROCESSING',
    thinking: ['reasoning'],
    marksNoThinking: true,
    usage: 'own-chunk',
    errors: 'openrouter'
  },
  deepseek: {
    ...loose,
    comment: ': keep-alive',
    thinking: ['reasoning_content'],
    marksNoThinking: true,
    usage: 'with-finish',
    noText: null,
    errors: 'deepseek'
  },
  qwen: {
    ...loose,
    thinking: ['reasoning_content'],
    marksNoThinking: true,
    noText: null,
    field: 'data:',
    calls: 'interleaved'
  },
  // Thinks without showing it.
  gemini: {
    ...loose,
    usage: 'cumulative',
    lineEnd: '\r\n',
    endsWithDone: false,
    calls: 'without-index',
    errors: 'gemini'
  },
  vllm: { ...plain, thinking: ['reasoning', 'reasoning_content'], errors: 'vllm', isOpen: true },
  ollama: { ...loose, thinking: ['reasoning'], errors: 'ollama', isOpen: true, calls: 'whole' },
  // The least that a client may get: no tokens, no end.
  bare: { ...loose, usage: 'never', endsWithDone: false, calls: 'without-id' }
}

/** The names of resellers with habits of their own. */
export const FLAVOUR_NAMES: readonly string[] = Object.keys(FLAVOURS)

/** @param name of the reseller in its address, as in `/resellers/openrouter-2`: it begins with the habits */
export const flavourOf = (name: string): Flavour =>
  FLAVOURS[FLAVOUR_NAMES.find((flavour) => name === flavour || name.startsWith(`${flavour}-`)) ?? ''] ?? plain
