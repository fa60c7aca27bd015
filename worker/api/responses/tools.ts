// The tools of a call as the model is offered them: functions with names of their own. A tool of free text becomes a function of one text;
// what is in a space gets a name without it, because only OpenAI knows spaces. What the model calls is told in the client's words.
import type { AskedResponse, SentCallable, SentToolChoice, SentTools } from '#contract/v1/responses.ts'
import { toolsMax } from '#contract/v1/call-fields.ts'
import type { ChatRequest, ChatTool } from '#providers/chat/provider.ts'
import { badRequest } from '../base/errors.ts'
import { toolOf } from '../calls/asked.ts'

/** A tool in the client's words. */
export interface NamedTool {
  name: string
  namespace?: string
  /** It takes a free text instead of JSON. */
  isCustom: boolean
}

type Space = string | null | undefined

interface Offered {
  named: NamedTool
  tool: SentCallable
}

const keyOf = (space: Space, name: string): string => `${space ?? ''}\n${name}`

const nameLengthMax = 64

/** A free text has a grammar, which the model is told in words. */
function customTool({ name, description, format }: Extract<SentCallable, { type: 'custom' }>): ChatTool {
  const { definition, syntax } = format ?? {}
  const grammar = definition ? `The input follows this grammar (${syntax ?? 'text'}):\n${definition}` : ''
  return toolOf({
    name,
    description: [description ?? '', grammar].filter(Boolean).join('\n\n'),
    parameters: {
      type: 'object',
      properties: { input: { type: 'string' } },
      required: ['input'],
      additionalProperties: false
    }
  })
}

/** The free text in the arguments of a call; arguments that are not as they should be are the text. */
export function customInput(text: string, parsed: unknown): string {
  const input = typeof parsed === 'object' && parsed !== null && 'input' in parsed ? parsed.input : undefined
  return typeof input === 'string' ? input : text
}

export class OfferedTools {
  /** By the name that the model is told. */
  readonly #offered = new Map<string, Offered>()
  readonly #names = new Map<string, string>()

  constructor(lists: readonly SentTools[]) {
    const found = new Map<string, Offered>()
    const add = (tool: SentTools[number], space?: string) => {
      if (tool.type === 'namespace') for (const inner of tool.tools) add(inner, tool.name)
      else if (tool.type !== 'other') {
        const { name, type } = tool
        const named = { name, isCustom: type === 'custom', ...(space !== undefined && { namespace: space }) }
        found.set(keyOf(space, name), { named, tool })
      }
    }
    for (const tool of lists.flat()) add(tool)
    if (found.size > toolsMax) throw badRequest(`Функций может быть не больше ${toolsMax}`, 'tools')
    // A name that stands alone is found first: the instructions of agents speak of it.
    const entries = [...found].toSorted(
      ([, one], [, two]) => Number('namespace' in one.named) - Number('namespace' in two.named)
    )
    for (const [key, tool] of entries) {
      const name = this.#freeName(tool.named)
      this.#names.set(key, name)
      this.#offered.set(name, tool)
    }
  }

  #freeName({ name, namespace }: NamedTool): string {
    const joined = `${namespace}__${name}`.replaceAll(/[^\w-]/g, '_').slice(-nameLengthMax)
    return [name, joined].find((free) => !this.#offered.has(free)) ?? `tool_${this.#offered.size}`
  }

  /** The name that the model knows a tool by; a tool that is not offered any more keeps its own. */
  nameOf = (name: string, space: Space): string => this.#names.get(keyOf(space, name)) ?? name

  /** What the model has called, in the client's words. */
  named = (name: string): NamedTool => this.#offered.get(name)?.named ?? { name, isCustom: false }

  /** What is offered, and which of it the model may call. */
  asked({ tool_choice: choice, parallel_tool_calls: parallel }: AskedResponse): Partial<ChatRequest> {
    const allowed = typeof choice === 'object' && choice?.type === 'allowed_tools' ? this.#namesIn(choice) : null
    const toolChoice = choice ? this.#choiceOf(choice) : undefined
    const tools = [...this.#offered]
      .filter(([name]) => allowed?.includes(name) ?? true)
      .map(([name, { tool }]) => ({ ...(tool.type === 'custom' ? customTool(tool) : toolOf(tool)), name }))
    return {
      ...(tools.length > 0 && { tools, ...(parallel === false && { parallelTools: false as const }) }),
      ...(toolChoice && { toolChoice })
    }
  }

  #choiceOf(choice: SentToolChoice): NonNullable<ChatRequest['toolChoice']> {
    if (typeof choice === 'string') return choice
    return choice.type === 'allowed_tools' ? choice.mode : { name: this.nameOf(choice.name, choice.namespace) }
  }

  #namesIn = ({ tools }: Extract<SentToolChoice, { mode: string }>): string[] =>
    tools.flatMap((tool) => (tool.type === 'other' ? [] : [this.nameOf(tool.name, tool.namespace)]))
}
