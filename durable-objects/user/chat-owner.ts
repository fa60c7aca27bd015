// The part of a user's object that changes conversations in D1.
import type { ChatSettings } from '#contract/chat-settings.ts'
import type { Conversation } from '#contract/chats.ts'
import type { AddedWorks, WorksOrder } from '#data/history/cards.ts'
import type { ChatSettingsChange } from '#data/history/chat-settings.ts'
import type { MessageRow } from '#data/history/message-paths.ts'
import type { Instructed } from '#data/history/roles.ts'
import type { LooseMessage } from '#data/history/turns.ts'
import { KeyOwner } from './key-owner.ts'

export class ChatOwner extends KeyOwner {
  async removeConversation(conversationId: number): Promise<boolean> {
    return this.parts.conversations.remove(conversationId)
  }

  async removeEmptyConversation(conversationId: number): Promise<boolean> {
    return this.parts.conversations.removeEmpty(conversationId)
  }

  async retitleConversation(id: number, title: string, from?: string): Promise<Conversation | undefined> {
    return this.parts.conversations.retitle(id, title, from)
  }

  async showVersion(shown: { conversationId: number; messageId: number }): Promise<boolean> {
    return this.parts.conversations.show(shown)
  }

  async addMessage(message: Omit<LooseMessage, 'userId'>): Promise<MessageRow | undefined> {
    return this.parts.conversations.addMessage(message)
  }

  async changeInstruction(conversationId: number, to: Instructed): Promise<Instructed | undefined> {
    return this.parts.conversations.instruct(conversationId, to)
  }

  async changeChatSettings(id: number, change: ChatSettingsChange): Promise<ChatSettings | undefined> {
    return this.parts.conversations.changeSettings(id, change)
  }

  async forgetProjects(fileIds: readonly string[]): Promise<void> {
    this.parts.leases.forgetPaths()
    await this.parts.project.forget(fileIds)
  }

  async addWorks(order: WorksOrder): Promise<AddedWorks> {
    return this.changed(await this.parts.conversations.addWorks(order))
  }
}
