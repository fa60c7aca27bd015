// Changes of conversations in D1, which must also reach the copies that the object keeps: the leases and the index of the
// search.
import type { ChatSettings } from '#contract/chat-settings.ts'
import type { Conversation } from '#contract/chats.ts'
import type { LiveMessage } from '#contract/live.ts'
import type { History } from '#data/base/database.ts'
import type { AddedWorks, WorksOrder } from '#data/history/cards.ts'
import type { ChatSettingsChange } from '#data/history/chat-settings.ts'
import { removeConversation, retitleConversation } from '#data/history/chats.ts'
import { type MessageRow, showVersion } from '#data/history/message-paths.ts'
import { changeInstruction, type Instructed } from '#data/history/roles.ts'
import { addMessage, type LooseMessage } from '#data/history/turns.ts'
import type { SearchHits, SearchQuery } from '../search/calls.ts'
import { Search } from '../search/search.ts'
import type { ChatWorks } from './chat-works.ts'
import { loadChatWorks } from './late-works.ts'
import type { Leases } from './leases.ts'
import type { Wallet } from '../wallet/wallet.ts'

interface Surroundings {
  storage: DurableObjectStorage
  leases: Leases
  userId: () => string
  history: () => History
  stopAnswersIn: (id: number) => void
  /** Whether an answer in a conversation runs, or is about to be saved. */
  hasAnswersIn: (id: number) => boolean
  publish: (message: LiveMessage) => void
  wallet: Pick<Wallet, 'openPrice' | 'release'>
}

export class Conversations {
  readonly #leases: Leases
  readonly #search: Search
  readonly #userId: () => string
  readonly #history: () => History
  readonly #stopAnswersIn: (id: number) => void
  readonly #hasAnswersIn: (id: number) => boolean
  readonly #publish: (message: LiveMessage) => void
  readonly #aroundWorks: Pick<Surroundings, 'wallet' | 'userId' | 'history'>
  #works: ChatWorks | undefined

  constructor(of: Surroundings) {
    this.#leases = of.leases
    this.#search = new Search(of.storage)
    this.#userId = of.userId
    this.#history = of.history
    this.#stopAnswersIn = of.stopAnswersIn
    this.#hasAnswersIn = of.hasAnswersIn
    this.#publish = of.publish
    this.#aroundWorks = of
  }

  async remove(id: number): Promise<boolean> {
    const remove = () => removeConversation(this.#history(), this.#userId(), id)
    const isRemoved = await this.#leases.changing(id, () => this.#search.changing(id, true, remove))
    // The conversation is gone, so no user can read an answer that is still being written there.
    if (isRemoved) this.#stopAnswersIn(id)
    if (isRemoved) this.#publish({ type: 'conversation', id, change: 'deleted' })
    return isRemoved
  }

  /**
   * Removes what a refused first question left. Meanwhile no answer begins there, so none is lost.
   * @returns false: something was said, or is being said
   */
  async removeEmpty(id: number): Promise<boolean> {
    if (this.#hasAnswersIn(id)) return false
    const remove = () => removeConversation(this.#history(), this.#userId(), id, true)
    const isRemoved = await this.#leases.closing(id, () => this.#search.changing(id, true, remove))
    if (isRemoved) this.#publish({ type: 'conversation', id, change: 'deleted' })
    return isRemoved
  }

  /** @param from the title that it must still have; undefined: any */
  async retitle(id: number, title: string, from?: string): Promise<Conversation | undefined> {
    const retitle = () => retitleConversation(this.#history(), this.#userId(), id, { title, from })
    const changed = await this.#search.changing(id, false, retitle)
    if (changed) this.#publish({ type: 'conversation', id, change: 'updated' })
    return changed
  }

  addMessage(message: Omit<LooseMessage, 'userId'>): Promise<MessageRow | undefined> {
    const add = () => addMessage(this.#history(), { ...message, userId: this.#userId() })
    return this.#leases.changing(message.conversationId, add)
  }

  async #loadedWorks(): Promise<ChatWorks> {
    const Loaded = await loadChatWorks()
    return (this.#works ??= new Loaded(this.#aroundWorks))
  }

  async changeSettings(id: number, to: ChatSettingsChange): Promise<ChatSettings | undefined> {
    const works = await this.#loadedWorks()
    const changed = await this.#leases.changing(id, () => works.changeSettings(id, to))
    if (changed) this.#publish({ type: 'conversation', id, change: 'updated' })
    return changed
  }

  async addWorks(order: WorksOrder): Promise<AddedWorks> {
    const { conversationId: id, title } = order.card
    const works = await this.#loadedWorks()
    const add = () => works.add(order)
    const added = await this.#leases.changing(id, () => (title ? this.#search.changing(id, false, add) : add()))
    if (added.isShown) this.#publish({ type: 'conversation', id, change: 'updated' })
    return added
  }

  async show(shown: { conversationId: number; messageId: number }): Promise<boolean> {
    const { conversationId: id } = shown
    const isShown = await this.#leases.changing(id, () => showVersion(this.#history(), this.#userId(), shown))
    // The next question goes to the end of the shown path, on every device.
    if (isShown) this.#publish({ type: 'conversation', id, change: 'shown' })
    return isShown
  }

  async instruct(id: number, to: Instructed): Promise<Instructed | undefined> {
    const changed = await this.#leases.changing(id, () => changeInstruction(this.#history(), this.#userId(), id, to))
    if (changed) this.#publish({ type: 'conversation', id, change: 'updated' })
    return changed
  }

  find(query: SearchQuery): Promise<SearchHits> {
    return this.#search.find(this.#history(), this.#userId(), query)
  }

  /** Forgets the texts that the search has copied. */
  forgetTexts() {
    this.#search.clear()
  }
}
