// What an answer called, put together from its pieces; they must follow each other as their interface says.
import type { ChatEvent, ChatTool, ChatTurn, ToolCall } from '#providers/chat/provider.ts'

/** @throws for calls that interleave, and arguments of a call that has not begun */
export function callsOf(events: readonly ChatEvent[]): ToolCall[] {
  const calls: ToolCall[] = []
  for (const event of events) {
    if (event.type === 'tool-call') {
      if (event.index !== calls.length) throw new Error(`Call ${event.index} comes after ${calls.length}`)
      calls.push({ id: event.id, name: event.name, arguments: '' })
    }
    if (event.type !== 'tool-arguments') continue
    if (event.index !== calls.length - 1 || event.text === '') throw new Error(`Arguments of ${event.index} are late`)
    calls[event.index]!.arguments += event.text
  }
  return calls
}

export const weather: ChatTool = {
  name: 'weather',
  description: 'Погода в городе',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
}

/** A round as agents send it: nothing is said beside the calls, and each has its result. */
export const toolRound: ChatTurn[] = [
  { role: 'system', text: 'Ты помощник.' },
  { role: 'user', text: 'Сравни погоду' },
  {
    role: 'assistant',
    text: '',
    toolCalls: [
      { id: 'call_1', name: 'weather', arguments: '{"city":"Москва"}' },
      { id: 'functions.weather:2', name: 'weather', arguments: '' }
    ]
  },
  { role: 'tool', callId: 'call_1', text: '+5' },
  { role: 'tool', callId: 'functions.weather:2', text: 'Нет такого города', isError: true },
  { role: 'system', text: 'Отвечай кратко.' },
  { role: 'assistant', text: 'Проверю ещё', toolCalls: [{ id: 'call_3', name: 'weather', arguments: '{"city":' }] },
  { role: 'tool', callId: 'call_3', text: '' },
  { role: 'user', text: 'Ну что?' }
]
